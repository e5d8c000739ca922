"""A hook of MkDocs: the book's address, where it is told, and a card for every page that is published.

A card is the picture that other sites show of a page that somebody names there: its title, a line, and the
mark. It has to be named by a full address, so that without one there are no cards, nor feed nor sitemap.
Cards are drawn with fonts of our own: nothing is fetched, and the same page gives the same bytes.
"""

from __future__ import annotations

import io
import os
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from PIL import Image, ImageDraw, ImageFont

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mkdocs.config.defaults import MkDocsConfig
    from PIL.ImageFont import FreeTypeFont

VARIABLE = "SOFT_LOOKUP_SITE"
WIDTH, HEIGHT = 1200, 630
_ADDRESS = re.compile(r"https?://[\w.:-]+(?:/[\w.~-]+)*/?")
_MARGIN, _MARK = 90, 112
_FONTS = Path(__file__).parent / "card_fonts"
_TITLE, _TEXT = "soft-lookup-card-serif.ttf", "soft-lookup-card-sans.ttf"
_TITLE_SIZES = (84, 72, 62)
"""The first at which the title takes no more lines than two is taken, else the last."""
_COLOURS = 64
"""The shades of a card; text on plain paper needs no more."""


def on_config(config: Any) -> Any:  # noqa: ANN401  (MkDocs' own type, which is not needed to run)
    """Tell MkDocs where the book is published; end the build with a message for what is no address."""
    address = os.environ.get(VARIABLE, "")
    if address and not config.get("site_url"):
        if not _ADDRESS.fullmatch(address):
            message = f"{VARIABLE} is {address!r}: expected an address such as https://host/book/"
            raise PluginError(message)
        config["site_url"] = address.rstrip("/") + "/"
    return config


def on_env(env: Any, config: MkDocsConfig, files: Files) -> Any:  # noqa: ANN401  (the environment, as it came)
    """Draw a card for every page, and tell its template where the card lies; none while pages are served."""
    if not config.site_url or config.site_url.startswith(f"http://{config.dev_addr}"):
        return env
    assets = Path(config.docs_dir) / "assets"
    mark = (assets / "apple-touch-icon.png").read_bytes()
    palette = read_palette((assets / "css" / "colours.css").read_text("utf-8"))
    for page in [file.page for file in files.documentation_pages() if file.page is not None]:
        title = config.site_name if page.is_homepage else re.sub("<[^>]+>", "", str(page.title))
        line = str(page.meta.get("description") or config.site_description)
        uri = f"assets/cards/{page.file.src_uri.rpartition('.')[0]}.png"
        card = draw_card(title, line, config.site_name, mark, palette)
        files.append(File.generated(config, uri, content=card))
        page.meta["card"] = uri
    return env


def read_palette(css: str) -> dict[str, str]:
    """Give the light colours by their names, from the one place where the book has them."""
    return dict(re.findall(r"--sl-([\w-]+): (#[0-9a-f]{6});", css.partition("}")[0]))


def wrap(text: str, font: FreeTypeFont, width: float, lines: int) -> list[str]:
    """Break a text into lines of a width in pixels; an ellipsis stands for what is more than so many."""
    broken: list[str] = []
    for word in text.split():
        longer = f"{broken[-1]} {word}" if broken else word
        if broken and font.getlength(longer) <= width:
            broken[-1] = longer
        else:
            broken.append(word)
    if len(broken) > lines:
        last = broken[lines - 1]
        while last and font.getlength(f"{last}…") > width:
            last = last.rpartition(" ")[0]
        broken[lines - 1 :] = [f"{last.rstrip(' ,;:.')}…"]
    return broken


def draw_card(title: str, line: str, site: str, mark: bytes, palette: Mapping[str, str]) -> bytes:
    """Draw a card of 1200 × 630 pixels as PNG.

    ``mark`` is the book's mark as PNG, on the colour of the paper; ``palette`` gives the colours named paper,
    ink, ink-soft and accent, as ``#rrggbb``. The fonts have the letters of Western Europe.
    """
    card = Image.new("RGB", (WIDTH, HEIGHT), palette["paper"])
    pen = ImageDraw.Draw(card)
    with Image.open(io.BytesIO(mark)) as picture:
        small = picture.convert("RGB").resize((_MARK, _MARK), Image.Resampling.LANCZOS)
        card.paste(small, (_MARGIN - 14, 56))
    pen.text((_MARGIN + _MARK, 112), site, palette["ink-soft"], _font(_TITLE, 40), anchor="lm")
    room = WIDTH - 2 * _MARGIN
    sizes = [size for size in _TITLE_SIZES if len(wrap(title, _font(_TITLE, size), room, 3)) < 3]  # noqa: PLR2004
    size = sizes[0] if sizes else _TITLE_SIZES[-1]
    y = 220
    for words in wrap(title, _font(_TITLE, size), room, 3):
        pen.text((_MARGIN, y), words, palette["ink"], _font(_TITLE, size))
        y += round(1.16 * size)
    y += 30
    for words in wrap(line, _font(_TEXT, 34), room, 3 if sizes else 2):
        pen.text((_MARGIN, y), words, palette["ink-soft"], _font(_TEXT, 34))
        y += 47
    pen.rectangle((0, HEIGHT - 14, WIDTH, HEIGHT), palette["accent"])
    file = io.BytesIO()
    card.quantize(_COLOURS, method=Image.Quantize.FASTOCTREE).save(file, "PNG")
    return file.getvalue()


@cache
def _font(name: str, size: int) -> FreeTypeFont:
    return ImageFont.truetype(_FONTS / name, size, layout_engine=ImageFont.Layout.BASIC)
