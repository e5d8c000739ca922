"""The small project of each tool, written as its manual says, for one state of the page and its code."""

from benchmarks.compare_tools.cases import CONCLUSION, Page

Files = dict[str, str]
TICKS = "```"
SENTENCE = "The upper arm carries {} of the water, the lower arm {}."
KERNEL = "---\nfile_format: mystnb\nkernelspec: {name: python3, display_name: Python 3}\n---\n\n"
PRINTED = SENTENCE.format("{gauge.UPPER:.4f}", "{gauge.LOWER:.4f}")


def _say(page: Page, upper: str, lower: str) -> str:
    """Give the sentence, and the conclusion where the page draws one."""
    return SENTENCE.format(upper, lower) + (f"\n\n{CONCLUSION}" if page.concludes else "")


def _say_typed(page: Page) -> str:
    return _say(page, *(f"{share:.4f}" for share in page.quoted))


def _join(*lines: str) -> str:
    return "\n".join(filter(None, lines))


def _print_sentence(page: Page) -> str:
    """Give the code by which a page that runs code shows the numbers."""
    told = 'print("Measured.")' if page.typed else f'print(f"{PRINTED}")'
    return _join("import gauge", page.statement, told)


def write_markdown_exec(page: Page) -> Files:
    """Write a page whose block prints the sentence."""
    mark = 'exce="1"' if page.misspelt else 'exec="1"'
    typed = _say_typed(page) if page.typed else ""
    concluded = CONCLUSION if page.concludes and not page.typed else ""
    return {
        "gauge.py": page.helper,
        "mkdocs.yml": "site_name: Gauges\nwatch: [gauge.py]\ntheme:\n  name: material\n  font: false\n"
        "plugins: [search, markdown-exec]\nmarkdown_extensions: [pymdownx.superfences]\n",
        "docs/index.md": f"# Gauges\n\n{typed}\n\n{TICKS}python {mark}\n{_print_sentence(page)}\n{TICKS}\n\n"
        f"{concluded}\n",
    }


def write_mkdocs_jupyter(page: Page) -> Files:
    """Write a notebook whose cell prints the sentence."""
    mark = "exeucte" if page.misspelt else "execute"
    typed = f"# {_say_typed(page)}" if page.typed else ""
    concluded = f"\n# %% [markdown]\n# {CONCLUSION}\n" if page.concludes and not page.typed else ""
    return {
        "gauge.py": page.helper,
        "mkdocs.yml": "site_name: Gauges\nwatch: [gauge.py]\ntheme:\n  name: material\n  font: false\n"
        f"plugins:\n  - search\n  - mkdocs-jupyter:\n      {mark}: true\n",
        "docs/index.py": f"# %% [markdown]\n# # Gauges\n#\n{typed}\n\n"
        f"# %%\n{_print_sentence(page)}\n{concluded}",
    }


def write_mkdocs_jupyter_strict(page: Page) -> Files:
    """Write the same with errors of cells refused."""
    files = write_mkdocs_jupyter(page)
    return files | {"mkdocs.yml": files["mkdocs.yml"] + "      allow_errors: false\n"}


def write_myst_nb(page: Page) -> Files:
    """Write a page into whose sentence a cell glues the numbers."""
    mark = "{code-cel}" if page.misspelt else "{code-cell}"
    code = _join(
        "import gauge",
        "from myst_nb import glue",
        page.statement,
        'glue("upper", gauge.UPPER, display=False)',
        'glue("lower", gauge.LOWER, display=False)',
    )
    glued = _say(page, "{glue:text}`upper:.4f`", "{glue:text}`lower:.4f`")
    said = _say_typed(page) if page.typed else glued
    return {
        "gauge.py": page.helper,
        "docs/conf.py": 'project = "Gauges"\nextensions = ["myst_nb"]\n',
        "docs/index.md": f"{KERNEL}# Gauges\n\n{TICKS}{mark} ipython3\n{code}\n{TICKS}\n\n{said}\n",
    }


def write_myst_nb_strict(page: Page) -> Files:
    """Write the same with errors of cells raised."""
    files = write_myst_nb(page)
    return files | {"docs/conf.py": files["docs/conf.py"] + "nb_execution_raise_on_error = True\n"}


def write_cog(page: Page) -> Files:
    """Write a file into which cog has written the sentence."""
    mark = "cgo" if page.misspelt else "cog"
    code = _join(
        "import cog, gauge",
        page.statement,
        'cog.outl("Measured.")' if page.typed else f'cog.outl(f"{PRINTED}")',
    )
    made = "Measured." if page.typed else SENTENCE.format(*(f"{share:.4f}" for share in page.quoted))
    rest = _say_typed(page) if page.typed else CONCLUSION if page.concludes else ""
    return {
        "gauge.py": page.helper,
        "README.md": f"# Gauges\n\n<!-- [[[{mark}\n{code}\n]]] -->\n{made}\n<!-- [[[end]]] -->\n\n{rest}\n",
    }


def write_pytest(page: Page) -> Files:
    """Write a file whose doctests show the numbers."""
    flag = "  # doctest: +NUMBR" if page.misspelt else ""
    upper, lower = (f"{share:.4f}" for share in page.quoted)
    asked = "" if page.typed else f">>> gauge.UPPER{flag}\n{upper}\n>>> gauge.LOWER\n{lower}\n"
    statement = f">>> {page.statement}\n" if page.statement else ""
    said = _say_typed(page) if page.typed else CONCLUSION if page.concludes else ""
    return {
        "gauge.py": page.helper,
        "pytest.ini": "[pytest]\ndoctest_optionflags = NUMBER\n",
        "README.md": f"# Gauges\n\n{TICKS}pycon\n>>> import gauge\n{statement}{asked}\n{TICKS}\n\n{said}\n",
    }


def write_scitexlintr(page: Page) -> Files:
    """Write a report with the numbers marked, and the script that lists their values."""
    mark = "data-sci-vla" if page.misspelt else "data-sci-val"
    spans = [
        f"{share:.4f}" if page.typed else f'<span {mark}="{name}">{share:.4f}</span>'
        for name, share in zip(("upper_share", "lower_share"), page.quoted, strict=True)
    ]
    told = "".join(f"<p>{line}</p>\n" for line in _say(page, *spans).split("\n\n"))
    return {
        "gauge.py": page.helper,
        "write_manifest.py": _join(
            "import gauge, json",
            'values = {"upper_share": gauge.UPPER, "lower_share": gauge.LOWER}',
            'numbers = [{"id": k, "value": v, "unit": "decimal", "precision": 4} for k, v in values.items()]',
            'open("manifest.json", "w").write(json.dumps({"numbers": numbers}))\n',
        ),
        "report.html": f"<!DOCTYPE html>\n<html><body>\n<h1>Gauges</h1>\n{told}</body></html>\n",
    }


def write_doubleblind(page: Page) -> Files:
    """Write a text with plain numbers, and the script that prints their values."""
    return {
        "gauge.py": page.helper,
        "measure.py": "import gauge\n\nprint(gauge.UPPER)\nprint(gauge.LOWER)\n",
        "results.json": "{}\n",
        "README.md": f"# Gauges\n\n{_say_typed(page)}\n",
        "derive": "--dervie" if page.misspelt else "--derive",
    }


def write_tether(page: Page) -> Files:
    """Write a page with the numbers bound."""
    mark, name = ('exce="1"', "uper") if page.misspelt else ('exec="1"', "upper")
    upper, lower = (f"{share:.4f}" for share in page.quoted)
    said = (
        SENTENCE.format(upper, lower)
        if page.typed
        else SENTENCE.format(f"[{upper}](={name})", f"[{lower}](=lower)")
    )
    concluded = "So the upper arm carries [more](=upper>lower)." if page.concludes else ""
    code = _join(page.statement, 'print("Measured.")')
    return {
        "gauge.py": page.helper,
        "measured.py": "import gauge\n\n\nclass Measured:\n    upper = gauge.UPPER\n    lower = gauge.LOWER\n"
        "\n\nmeasured = Measured()\n",
        "pyproject.toml": '[tool.tether]\nvalues = "measured:measured"\npreload = []\n',
        "mkdocs.yml": "site_name: Gauges\nwatch: [gauge.py]\ntheme:\n  name: material\n  font: false\n"
        "plugins: [search, tether]\nmarkdown_extensions: [pymdownx.superfences, tether]\n",
        "docs/ledger.md": "# Ledger\n\n::tether-ledger::\n",
        "docs/index.md": f"# Gauges\n\n{said}\n\n{concluded}\n\n"
        f'{TICKS}python {mark} id="told"\n{code}\n{TICKS}\n',
    }
