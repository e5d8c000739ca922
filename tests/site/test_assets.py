import re
from pathlib import Path

import pytest

ASSETS = Path(__file__).parents[2] / "docs" / "assets"
TEXTS = sorted(p for p in ASSETS.rglob("*") if p.suffix in {".css", ".js", ".svg"})
FONTS = sorted((ASSETS / "fonts").glob("*.woff2"))


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.name)
def test_no_asset_names_another_host(path: Path) -> None:
    text = path.read_text("utf-8")
    assert set(re.findall(r"(?:https?:)?//[\w.-]+\.\w+[^\s\"')]*", text)) <= {"http://www.w3.org/2000/svg"}
    assert "@import" not in text


def test_styles_ask_for_the_fonts_that_are_there_and_for_all_of_them() -> None:
    css = (ASSETS / "css" / "fonts.css").read_text("utf-8")
    asked = re.findall(r"url\(\"\.\./fonts/([^\"]+)\"\)", css)
    assert len(asked) == css.count("@font-face")
    assert sorted(asked) == [path.name for path in FONTS]


@pytest.mark.parametrize("path", FONTS, ids=lambda path: path.name)
def test_every_font_has_its_licence_beside_it(path: Path) -> None:
    assert path.read_bytes()[:4] == b"wOF2"
    licences = [
        p.name.removeprefix("LICENSE-").removesuffix(".txt") for p in path.parent.glob("LICENSE-*.txt")
    ]
    (mine,) = [name for name in licences if path.name.startswith(f"{name}-") or path.stem == name]
    text = (path.parent / f"LICENSE-{mine}.txt").read_text("utf-8")
    assert re.search(r"SIL Open Font License|SIL OPEN FONT LICENSE|GUST Font License", text)
    assert path.name in (path.parent / "MANIFEST.txt").read_text("utf-8") or f"{mine}-*.woff2" in (
        path.parent / "MANIFEST.txt"
    ).read_text("utf-8")
