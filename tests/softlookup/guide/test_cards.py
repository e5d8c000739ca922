import io
import re
from pathlib import Path

import pytest
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from PIL import Image, ImageFont

from softlookup.guide import cards

ROOT = Path(__file__).parents[3]
ASSETS = ROOT / "docs" / "assets"
FONT = ImageFont.truetype(cards._FONTS / cards._TEXT, 34, layout_engine=ImageFont.Layout.BASIC)
LONG = "Whether a small GPT prefers dog or cat where it reads it, and what a trained weight explains. " * 4


def draw(title: str, line: str) -> bytes:
    palette = cards.read_palette((ASSETS / "css" / "colours.css").read_text("utf-8"))
    return cards.draw_card(
        title, line, "Soft Lookup", (ASSETS / "apple-touch-icon.png").read_bytes(), palette
    )


@pytest.mark.parametrize(
    "title", ["Tools", "Message passing, or what several rounds of looking can and cannot see"]
)
@pytest.mark.parametrize("line", ["Short.", LONG])
def test_a_card_has_its_size_its_ink_and_a_free_margin(title: str, line: str) -> None:
    card = Image.open(io.BytesIO(draw(title, line))).convert("RGB")
    assert card.size == (1200, 630)
    paper = card.getpixel((2, 2))
    dark = card.point(lambda shade: 255 * (shade < 140)).convert("L").getbbox()
    assert dark is not None
    assert isinstance(paper, tuple)
    # A card has few shades, so that one may be off by a step or two.
    assert max(abs(a - b) for a, b in zip(paper, (252, 250, 245), strict=True)) <= 2
    body = card.crop((0, 0, 1200, 615))  # above the rule at the foot
    for edge in [(0, 0, 60, 615), (1130, 0, 1200, 615), (0, 590, 1200, 612)]:
        colours = body.crop(edge).getcolors()
        assert colours is not None
        assert [colour for _, colour in colours] == [paper]


def test_the_same_page_gives_the_same_bytes_and_another_title_others() -> None:
    assert draw("Tools", LONG) == draw("Tools", LONG)
    assert draw("Tools", LONG) != draw("Tool", LONG)


def test_lines_fit_and_what_is_left_out_is_an_ellipsis() -> None:
    lines = cards.wrap(LONG, FONT, 400, 3)
    assert len(lines) == 3
    assert all(FONT.getlength(line) <= 400 for line in lines)
    assert lines[-1].endswith("…")
    assert " ".join(cards.wrap(LONG, FONT, 400, 99)) == LONG.strip()


@pytest.mark.parametrize("address", ["here", "ftp://host/book/", "https://host/a book/", "https://"])
def test_what_is_no_address_is_told(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setenv(cards.VARIABLE, address)
    with pytest.raises(PluginError, match="expected an address"):
        cards.on_config({})


def test_the_address_ends_in_a_slash_and_what_mkdocs_yml_says_goes_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(cards.VARIABLE, "https://host/book")
    assert cards.on_config({})["site_url"] == "https://host/book/"
    assert cards.on_config({"site_url": "https://other/"})["site_url"] == "https://other/"
    monkeypatch.delenv(cards.VARIABLE)
    assert cards.on_config({}) == {}


def test_browsers_are_told_the_colour_of_the_paper() -> None:
    template = (ROOT / "overrides" / "partials" / "cards.html").read_text("utf-8")
    (told,) = re.findall(r'name="theme-color" content="(#\w+)"', template)
    assert told == cards.read_palette((ASSETS / "css" / "colours.css").read_text("utf-8"))["paper"]


def test_every_chapter_has_a_date_for_the_feed() -> None:
    chapters = [
        *ROOT.glob("docs/attention/*.md"), *ROOT.glob("docs/memory/*.md"), *ROOT.glob("docs/gpt/*.md")
    ]  # fmt: skip
    assert len(chapters) >= 19
    told = re.compile(r'^date: "\d{4}-\d\d-\d\d"$', re.MULTILINE)
    undated = [path.name for path in chapters if not told.search(path.read_text("utf-8"))]
    assert undated == []


def give_cards(monkeypatch: pytest.MonkeyPatch, address: str) -> tuple[Files, list[tuple[str, str]]]:
    """Give a book of two pages its cards; tell its files, and what was drawn on each card."""
    drawn = []

    def draw(title: str, line: str, site: str, mark: bytes, palette: dict[str, str]) -> bytes:
        assert (site, mark[1:4], "paper" in palette) == ("Book", b"PNG", True)
        drawn.append((title, line))
        return title.encode()

    monkeypatch.setattr(cards, "draw_card", draw)
    config = MkDocsConfig()
    config.load_dict(
        {"site_name": "Book", "site_url": address, "site_description": "All.", "docs_dir": str(ROOT / "docs")}
    )
    assert config.validate() == ([], [])
    config.plugins._current_plugin = "cards"  # as while a hook runs
    files = Files(
        [File.generated(config, name, content="x") for name in ("index.md", "deep/one.md", "a.css")]
    )
    for file in files.documentation_pages():
        page = Page(None, file, config)
        page.title = f"<i>{file.name}</i>"
        page.meta = {"description": "One."} if "deep" in file.src_uri else {}
    cards.on_env(None, config, files)
    return files, drawn


def test_every_page_is_given_a_card_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    files, drawn = give_cards(monkeypatch, "https://host/book/")
    assert drawn == [("Book", "All."), ("one", "One.")]
    cards_made = {file.src_uri: file.content_bytes for file in files if "cards/" in file.src_uri}
    assert cards_made == {"assets/cards/index.png": b"Book", "assets/cards/deep/one.png": b"one"}
    told = [file.page.meta["card"] for file in files.documentation_pages() if file.page]
    assert told == list(cards_made)


@pytest.mark.parametrize("address", ["", "http://127.0.0.1:8000/"])
def test_a_book_without_an_address_has_no_cards(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    files, drawn = give_cards(monkeypatch, address)
    assert (len(files), drawn) == (3, [])
