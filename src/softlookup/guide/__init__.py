"""Finding one's way in the book: what a page needs, its terms, its references, and how long it takes to read.

All of it is read from the pages themselves and from two files, the glossary and the list of
references. `softlookup.guide.extension` puts it on the pages, as an extension of Python-Markdown.
"""
