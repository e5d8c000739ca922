"""How results are shown: traces as text, tables as Markdown, figures as SVG, formulas as MathML.

Importing this package imports no Matplotlib: a page without figures does not wait for it.
"""
