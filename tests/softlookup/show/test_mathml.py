import re

import pytest
from markdown import Markdown

from softlookup.show.formula import FormulaError
from softlookup.show.mathml import split_formula


def convert(text: str) -> tuple[str, Markdown]:
    """Convert a page with the extensions that matter to formulas."""
    extensions = ["pymdownx.arithmatex", "tables", "toc", "attr_list", "footnotes", "softlookup.show.mathml"]
    settings = {"pymdownx.arithmatex": {"generic": True}}
    page = Markdown(extensions=extensions, extension_configs=settings)
    return page.convert(text), page


def test_a_formula_in_a_sentence_keeps_the_sentence() -> None:
    html, _ = convert("Let $x < 1$ and *then* $y$ go.")
    assert re.sub(r"<math.*?</math>", "#", html) == "<p>Let # and <em>then</em> # go.</p>"
    assert html.count("<math") == 2
    assert 'alttext="x &lt; 1"' in html
    assert "<mo>&lt;</mo>" in html


def test_a_comma_behind_a_formula_stays_on_its_line() -> None:
    html, _ = convert("Let $x$, and ($y$); $z$ then.")
    told = re.sub(r"<math.*?</math>", "#", html)
    assert (
        told == '<p>Let <span class="sl-glued">#,</span> and (<span class="sl-glued">#);</span> # then.</p>'
    )


def test_a_display_formula_has_a_box_to_scroll_in() -> None:
    html, _ = convert("$$\n\\begin{aligned} a &= b \\\\ &= c \\end{aligned}\n$$")
    assert html.startswith('<div class="sl-formula"><math')
    assert html.count("<mtr>") == 2
    assert "arithmatex" not in html


@pytest.mark.parametrize(
    ("text", "around"),
    [
        ("[weight $p_2$](https://example.org/)", r'<a href="[^"]+">weight <math.*</math></a>'),
        ("| a |\n|---|\n| $x$ |", r"<td><math.*</math></td>"),
        ("- one $x$\n- two", r"<li>one <math.*</math></li>"),
        ("word[^1]\n\n[^1]: note $x$", r"<p>note <math.*</math>"),
    ],
)
def test_formulas_are_found_wherever_they_stand(text: str, around: str) -> None:
    html, _ = convert(text)
    assert re.search(around, html, re.DOTALL)
    assert "\\(" not in html


def test_a_heading_is_listed_without_the_source_of_its_formula() -> None:
    html, page = convert("# Why $\\sqrt{d_k}$ {#why}")
    assert "<math" in html
    (entry,) = page.toc_tokens  # type: ignore[attr-defined]  # set by the toc extension
    assert entry["id"] == "why"
    assert "\\" not in entry["name"]
    assert "dk" in entry["name"].replace(" ", "")


def test_code_is_left_alone() -> None:
    html, _ = convert("`$x$` and \\$5")
    assert "<math" not in html


def test_an_unreadable_formula_stops_the_build() -> None:
    with pytest.raises(FormulaError, match=r"\\\\sofmax"):
        convert("Here $\\sofmax(z)$.")


def test_a_link_that_is_a_formula_has_a_name_in_words() -> None:
    html, _ = convert("[$10^{-12}$](https://example.org/) and [below $10^{-12}$](https://example.org/)")
    alone, among = re.findall(r"<a .*?</a>", html)
    assert 'aria-label="10^(−12)"' in alone
    assert "aria-label" not in among


def test_a_table_head_that_is_a_formula_has_a_name_in_words() -> None:
    html, _ = convert("| $d_k$ | and $x$ |\n|---|---|\n| $y$ | 1 |")
    assert re.findall(r'aria-label="([^"]*)"', html) == ["d_k"]


@pytest.mark.parametrize(("sign", "written"), [("=", "="), (r"\le", "≤"), (r"\to", "→")])
def test_a_relation_alone_in_an_index_has_no_room_around_it(sign: str, written: str) -> None:
    html, _ = convert(f"$x_{{{sign}}} {sign} y_i$")
    assert f'<mo lspace="0" rspace="0">{written}</mo>' in re.sub(
        r' (?!lspace|rspace)[a-z]+="[^"]*"', "", html
    )
    assert html.count('lspace="0"') == 1


@pytest.mark.parametrize(
    ("tex", "parts"),
    [
        (r"x = 1", [r"x = 1"]),
        (r"x = 1, \qquad y = \{2\}.", [r"x = 1,", r"y = \{2\}."]),
        (r"\qquad x \qquad", [r"x"]),
        (r"\text{a \qquad b} \qquad c", [r"\text{a \qquad b}", "c"]),
        (
            r"\begin{aligned} a &= b \qquad c \end{aligned}",
            [r"\begin{aligned} a &= b \qquad c \end{aligned}"],
        ),
        (
            r"\left( a \qquad b \right) \leftarrow c \qquad d",
            [r"\left( a \qquad b \right) \leftarrow c", "d"],
        ),
        (r"a \quad b \qquadx c", [r"a \quad b \qquadx c"]),
    ],
)
def test_a_displayed_formula_parts_where_a_wide_space_stands(tex: str, parts: list[str]) -> None:
    assert split_formula(tex) == parts


def test_the_parts_of_a_formula_share_its_box() -> None:
    html, _ = convert("$$x = 1, \\qquad y = 2.$$\n\nHere $a \\qquad b$.")
    assert html.count('class="sl-formula"') == 1
    assert re.findall(r'alttext="([^"]*)"', html) == ["x = 1,", "y = 2.", "a \\qquad b"]
