import pytest

from softlookup.show.formula import read_formula
from softlookup.show.plain import write_plain


@pytest.mark.parametrize(
    ("tex", "words"),
    [
        (r"x", "x"),
        (r"p_2 = 0.8700", "p_2 = 0.8700"),
        (r"2.22 \times 10^{-16}", "2.22 × 10^(−16)"),
        (r"-3.64", "−3.64"),
        (r"\frac{a+b}{2}", "(a + b)/2"),
        (r"\sqrt{d_k}", "√(d_k)"),
        (r"A_{ij}^\top", "A_ij^⊤"),
        (r"\sum_{i=1}^{n} q_i k_i", "∑_(i = 1)^nq_ik_i"),
        (r"\begin{pmatrix} 1 & 0 \\ 0 & 1 \end{pmatrix}", "(1, 0; 0, 1)"),
        (r"\text{all } i \le 13", "all i ≤ 13"),
    ],
)
def test_a_formula_is_written_on_one_line(tex: str, words: str) -> None:
    assert write_plain(read_formula(tex, display=False)).replace("\u00a0", " ") == words
