import re
import unicodedata
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from softlookup.show.formula import CHILDREN, FormulaError, read_formula
from softlookup.show.mend import style_letter

READABLE = [
    r"A = \operatorname{softmax}\!\left(\frac{QK^\top}{\sqrt{d_k}}\right), \qquad O = A\,V",
    r"\mathbf{o} = \sum_{j} p_j\, \mathbf{v}_j",
    r"\mathbb{E}\!\left[\sum_{i=1}^{d_k} q_i k_i\right] = \sum_i \mathbb{E}[q_i]\,\mathbb{E}[k_i] = 0",
    r"\mathrm{Var}(q_i k_i) = \mathbb{E}[(q_i k_i)^2] - \big(\mathbb{E}[q_i k_i]\big)^2",
    r"O_{\text{MH}} = \big[\,O^{(1)}\ \Vert\ O^{(2)}\,\big]\, W_o",
    r"\mathbf{h}_i' = \phi\Big(\mathbf{h}_i, \sum_{j \in \mathcal{N}(i)} w_{ij}\,\psi(\mathbf{h}_j)\Big)",
    r"\begin{aligned} a &= b \\ &= c \end{aligned}",
    r"\begin{cases} 1 & \text{if } i = j \\ 0 & \text{otherwise} \end{cases}",
    r"\begin{pmatrix} 1 & 0 \\ 0 & 1 \end{pmatrix} \begin{bmatrix} a \\ b \end{bmatrix}",
    r"\cos(\mathbf{o}, \mathbf{v}) = \mathbf{o}\cdot\mathbf{v} / (\lVert\mathbf{o}\rVert\,\lVert u\rVert)",
    r"d_k \in \lbrace 4, 64, 256\rbrace, \quad \mathbb{R}^{d}, \quad i \ne j, \quad 13 \times 8",
    r"\frac{\partial p_i}{\partial z_j} = p_i\,(\delta_{ij} - p_j), \qquad\text{i.e.}\qquad J",
    r"\hat{x} + \bar{y} + \tilde{z} + \vec{v} + \widehat{xyz} + \overline{ab}",
    r"\max_i z_i, \lim_{c \to \infty} p, \operatorname*{argmax}_i z_i, \log x",
    r"a < b \le c, \quad p(x \mid y), \quad |x|, \quad \langle x, y \rangle, \quad 13\,\%",
    r"\query{\mathbf{q}} \cdot \key{\mathbf{k}} \to \value{\mathbf{v}}",
    r"\nabla_\theta L, \underbrace{a+b}_{n}, x^{*}, \mathbf{W}_{\mathrm{q}}, \boldsymbol{\beta}",
]


def read(tex: str, *, display: bool = False) -> ET.Element:
    """Read a formula and parse its serialisation again, strictly."""
    markup = ET.tostring(read_formula(tex, display=display), encoding="unicode")
    return ET.fromstring(markup)  # noqa: S314  (our own markup)


def letters(math: ET.Element) -> list[tuple[str, str]]:
    """Give the tokens of a formula with what they are."""
    return [(e.tag, e.text or "") for e in math.iter() if e.tag in {"mi", "mo", "mn", "mtext"}]


@pytest.mark.parametrize("display", [False, True])
@pytest.mark.parametrize("tex", READABLE)
def test_what_a_book_needs_is_read(tex: str, *, display: bool) -> None:
    math = read(tex, display=display)
    assert math.tag == "math"
    assert math.get("display") == ("block" if display else "inline")
    assert math.get("alttext") == " ".join(tex.split())
    assert len(letters(math)) > 2
    for element in math.iter():
        assert "\\" not in (element.text or "")
        assert element.get("mathvariant") in {None, "normal"}
        assert "columnalign" not in element.attrib
        assert not element.get("width", "").startswith(("negative", "-"))
        assert len(element) == CHILDREN.get(element.tag, len(element))


@pytest.mark.parametrize(
    "tex",
    [r"\softmax(x)", r"\frac{1}", r"\frac{1", r"x_", "a & b", r"\left( x", r"\begin{foo} a \end{foo}", "}{"],
)
def test_what_is_not_understood_is_refused_and_quoted(tex: str) -> None:
    with pytest.raises(FormulaError, match=re.escape(repr(tex))):
        read_formula(tex, display=False)


@pytest.mark.parametrize(
    ("tex", "tokens"),
    [
        (r"\operatorname{softmax}(z)", [("mi", "softmax"), ("mo", "("), ("mi", "z"), ("mo", ")")]),
        (r"\mathrm{Var}(z)", [("mi", "Var"), ("mo", "("), ("mi", "z"), ("mo", ")")]),
        (r"K^\top", [("mi", "K"), ("mi", "⊤")]),
        (r"\mathbf{W}\mathbf{1}", [("mi", "𝐖"), ("mn", "𝟏")]),
        (r"\boldsymbol{\beta}", [("mi", "𝜷")]),
        (r"\mathbb{R}", [("mi", "ℝ")]),
        (r"10{,}000", [("mn", "10,000")]),
        (r"\lbrace 4 \rbrace", [("mo", "{"), ("mn", "4"), ("mo", "}")]),
        (r"\nabla L", [("mi", "∇"), ("mi", "L")]),
        (r"\hat{x}", [("mi", "x"), ("mo", "ˆ")]),
    ],
)
def test_tokens_are_what_a_browser_sets_well(tex: str, tokens: list[tuple[str, str]]) -> None:
    assert letters(read(tex)) == tokens


def test_one_upright_letter_stays_upright() -> None:
    (letter,) = read(r"\mathrm{d}").iter("mi")
    assert letter.get("mathvariant") == "normal"


@pytest.mark.parametrize(
    ("tex", "form"),
    [("x = -3", "prefix"), ("(-3)", "prefix"), ("-3", "prefix"), ("a - 3", None), ("(a) - 3", None)],
)
def test_a_sign_is_not_a_difference(tex: str, form: str | None) -> None:
    (sign,) = [e for e in read(tex).iter("mo") if e.text == "−"]
    assert sign.get("form") == form


def test_an_operator_at_an_end_leaves_its_space_to_the_sentence() -> None:
    first, last = (next(read(tex).iter("mo")) for tex in ("= 3", "c ="))
    assert (first.get("lspace"), first.get("rspace")) == ("0", None)
    assert (last.get("lspace"), last.get("rspace")) == (None, "0")


def test_an_exponent_belongs_to_the_whole_bracket() -> None:
    (power,) = read(r"a - \big(b + c\big)^2").iter("msup")
    assert power[0].tag == "mrow"
    assert [e.text for e in power[0]] == ["(", "b", "+", "c", ")"]
    brackets = [e for e in power[0] if e.text in {"(", ")"}]
    assert {e.get("stretchy") for e in brackets} == {"true"}
    assert len({(e.get("minsize"), e.get("maxsize")) for e in brackets}) == 1


def test_limits_stand_below_and_above() -> None:
    math = read(r"\left[\sum_{i=1}^{n} x_i\right] + \max_i z_i", display=True)
    assert [e[0].text for e in math.iter("munderover")] == ["∑"]
    assert [e[0].text for e in math.iter("munder")] == ["max"]


def test_primes_stand_beside_their_letter() -> None:
    (indexed,) = read(r"h_i'").iter("msub")
    assert [e.text for e in indexed[0]] == ["h", "′"]
    assert not list(read("f'").iter("msup"))


def test_columns_are_aligned_by_class() -> None:
    math = read(r"\begin{aligned} a &= b \\ &= c \end{aligned}", display=True)
    (table,) = math.iter("mtable")
    assert table.get("class") == "sl-aligned"
    assert [cell.get("class") for cell in table.iter("mtd")] == ["sl-right", "sl-left"] * 2


def test_roles_carry_their_class() -> None:
    math = read(r"\query{\mathbf{q}} \cdot \key{\mathbf{k}}")
    assert [e.get("class") for e in math.iter() if e.get("class")] == ["sl-query", "sl-key"]


ATOMS = st.sampled_from([r"x", r"p_i", r"\mathbf{v}_j", r"0.5", r"\alpha", r"\text{if}", r"q_i'"])
FORMULAS = st.recursive(
    ATOMS,
    lambda part: st.one_of(
        st.builds(r"\frac{{{}}}{{{}}}".format, part, part),
        st.builds(r"\sqrt{{{}}}".format, part),
        st.builds(r"\left({}\right)^{{{}}}".format, part, part),
        st.builds(r"\big[{}\big]".format, part),
        st.builds(r"\sum_{{{}}}^{{n}} {}".format, part, part),
        st.builds(r"{} - {}".format, part, part),
        st.builds(r"\operatorname{{diag}}({})".format, part),
        st.builds(r"\begin{{pmatrix}} {} & {} \\ 0 & 1 \end{{pmatrix}}".format, part, part),
    ),
    max_leaves=12,
)


@given(FORMULAS, st.booleans())
def test_mending_loses_nothing_a_reader_sees(tex: str, display: bool) -> None:  # noqa: FBT001
    math = read(tex, display=display)
    for element in math.iter():
        assert len(element) == CHILDREN.get(element.tag, len(element))
    shown = [text for _, text in letters(math)]
    assert shown.count("0.5") == tex.count("0.5")
    assert shown.count("α") == tex.count(r"\alpha")
    assert shown.count("𝐯") == tex.count(r"\mathbf{v}")
    assert shown.count("∑") == tex.count(r"\sum")
    assert shown.count("diag") == tex.count("diag")
    assert shown.count("′") == tex.count("'")
    assert shown.count("(") == tex.count("(") + tex.count("{pmatrix}") // 2


@given(st.sampled_from("abcxyzABCXYZαβγωΑΒΓΩ0123456789"), st.sampled_from(["bold", "double-struck"]))
def test_a_styled_letter_is_the_same_letter(sign: str, variant: str) -> None:
    styled = style_letter(sign, variant)
    assert unicodedata.normalize("NFKC", styled) == unicodedata.normalize("NFKC", sign)
    if variant == "bold":
        assert "MATHEMATICAL BOLD" in unicodedata.name(styled)
