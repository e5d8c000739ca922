"""What the searches make texts of: pieces of pages, and pieces of numbers."""

PIECES = [
    "[", "]", "(", ")", "](=river.length)", "[1234.6](=river.length)", "[[1.25, 0.5]](=river.depths)",
    "[about 3](=river.bridges<n)", "](=", "(=a", "[1](=b", "\\", "\\[", "`", "``", "```", "~~~", "$", "$$",
    "\\(", "\\)", "**", "__", "*", "_", "> ", "- ", "1. ", "# ", "## 3 {#x}", "|", "| - | - |", "---", "===",
    "!!! note", '=== "1"', "    ", "\t", "\n", "\n\n", "\r\n", "\r", " ", "<b>", "</b>", "<", ">", "<!--",
    "-->", "<!-- exempt: so -->", "<!--=river.length-->", "&", "&#49;", "&nbsp;", "&amp;", "[^1]", "[^1]: ",
    "*[x]: ", "[x]: /y", "![", "![1](=a)", '{title="1"}', "{.x}", ":   ", "--8<-- ", '"x.md"', "-8<-",
    '```python exec="1" id="a"', '```python exec="1" id=a', "print(1)", "given: {13: river.bridges}",
    "title: 1", "1", "2.5", "−3", "4,000", "13 %", "10^{-3}", "½", "seven", "é", "한", "\ufeff", "\u2028",
    "\u0002", "\u0003", "\u0002wzxhzdk:0\u0003", "\u00020\u0003", "\U00020000", "\U00020001", "\x00", "\x0c",
    "\u00a0", "http://1.2/3", "<div markdown>", "</div>", "<pre>", "<script>",
]  # fmt: skip
"""What a page is made of, whole and broken."""

ATOMS = [
    *"0123456789", *".,-−+±%^_{}()[]$\\/ \n×·:;eE'*~|§#&½⁻²xpkM°€",
    "1,000", "{,}", "\\,", "\\times 10", "10^", "10^{", "\\frac{", "\\%", " percent", " points", " thousand",
    " million", "one ", "twenty-", "hundred", "a ", "about ", "twice ", "between ", " and ", " to ", "minus ",
    "Figure ", "in 19", "et al., ", "p. ", "v1.", "3rd", "January ", "12:30", "http://", "arXiv:", "&nbsp;",
    "&#49;", "\u2009", "\u202f", "０", "٣", "⑬", "\U0001d7d9", "1e9999999", "9" * 60, "\x00", "\ud7ff",
]  # fmt: skip
"""What numbers, and what looks like them, are made of."""
