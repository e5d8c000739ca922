"""What a reader meets: stubs are named and not tried, a slip gets one message, and the file stays theirs."""

import ast
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SUBJECTS = ("attention", "memory", "gpt")


def strip(source: str) -> str:
    """Take out every function's body but its docstring."""
    tree = ast.parse(source)
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            node.body = [node.body[0], ast.parse("raise NotImplementedError").body[0]]
    tree.body = [node for node in tree.body if not isinstance(node, ast.Expr)]
    return ast.unparse(tree)


@pytest.fixture
def desk(tmp_path: Path) -> Path:
    """Give a copy of the exercises as they are committed: nothing written yet."""
    folder = tmp_path / "exercises"
    shutil.copytree(ROOT / "exercises", folder)
    for subject in SUBJECTS:
        solved = (folder / "solutions" / f"{subject}.py").read_text("utf-8")
        (folder / f"{subject}.py").write_text(strip(solved), "utf-8")
    return folder


def run(desk: Path, *names: str) -> tuple[int, str]:
    """Try the exercises as a reader does; give the exit code and what was said."""
    command = [sys.executable, "-B", "-m", "pytest", *(f"exercises/{name}" for name in names)]
    done = subprocess.run(command, cwd=desk.parent, capture_output=True, encoding="utf-8", check=False)
    return done.returncode, done.stdout + done.stderr


def test_what_is_not_written_is_named_and_not_tried(desk: Path) -> None:
    code, said = run(desk, "test_attention.py", "test_memory.py", "test_gpt.py")
    assert code == pytest.ExitCode.NO_TESTS_COLLECTED
    stubs = [line for line in said.splitlines() if line.startswith("  exercises/")]
    assert len(stubs) == sum(
        isinstance(node, ast.FunctionDef)
        for subject in SUBJECTS
        for node in ast.parse((desk / f"{subject}.py").read_text("utf-8")).body
    )
    assert "  exercises/attention.py:" in stubs[0]
    assert stubs[0].endswith(": `softmax`")
    assert "Error" not in said


@pytest.mark.parametrize(
    ("powers", "code", "words"),
    [
        ("np.exp(scores - scores.max(axis=-1, keepdims=True))", 0, []),
        (
            "np.exp(scores)",
            1,
            ["`softmax` is not what it should be", "nan", "took exp without the shift"],
        ),
    ],
    ids=["right", "without the shift"],
)
def test_one_function_is_tried_while_others_wait(
    desk: Path, powers: str, code: int, words: list[str]
) -> None:
    path = desk / "attention.py"
    stub = "raise NotImplementedError"
    mine = f"p = {powers}\n    return p / p.sum(axis=-1, keepdims=True)"
    written = path.read_text("utf-8").replace(stub, mine, 1)
    path.write_text(written, "utf-8")
    found, said = run(desk, "test_attention.py")
    assert found == code, said
    assert [word for word in words if word not in said] == []
    assert ": `attend`" in said
    assert ": `softmax`" not in said.replace("Failed: `softmax`", "")  # CI has pytest tell failures in full
    assert "Traceback" not in said
    assert path.read_text("utf-8") == written


@pytest.mark.parametrize("subject", SUBJECTS)
def test_what_is_committed_is_the_reference_with_nothing_in_it(subject: str) -> None:
    # The index, and not the folder: what readers write there is theirs.
    shown = subprocess.run(
        ["git", "show", f":exercises/{subject}.py"],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=True,
    ).stdout
    reference = (ROOT / "exercises" / "solutions" / f"{subject}.py").read_text("utf-8")
    assert strip(shown) == strip(reference)
    bodies = [node.body for node in ast.parse(shown).body if isinstance(node, ast.FunctionDef)]
    assert bodies
    assert all(ast.unparse(body[-1]) == "raise NotImplementedError" and len(body) == 2 for body in bodies)


@pytest.mark.parametrize(
    "name", ["checking.py", "conftest.py", *(f"test_{subject}.py" for subject in SUBJECTS)]
)
def test_nothing_that_tries_the_reader_knows_a_solution(name: str) -> None:
    tree = ast.parse((ROOT / "exercises" / name).read_text("utf-8"))
    imported = {
        *(alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names),
        *(str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)),
    }
    assert imported
    assert not {top.partition(".")[0] for top in imported} & {"solutions", "mistakes", "softlookup", "tether"}


@pytest.mark.parametrize("subject", SUBJECTS)
def test_every_function_is_asked_for_on_its_page(subject: str) -> None:
    listed = (ROOT / "docs" / "exercises.md").read_text("utf-8")
    for node in ast.parse((ROOT / "exercises" / "solutions" / f"{subject}.py").read_text("utf-8")).body:
        if not isinstance(node, ast.FunctionDef):
            continue
        page = re.search(r"^The page: (docs/\S+\.md)", str(ast.get_docstring(node)), re.MULTILINE)
        assert page, node.name
        exercises = (ROOT / page[1]).read_text("utf-8").partition("## Exercises {#exercises}")[2]
        assert f"`{node.name}`" in exercises.partition("\n## ")[0]
        assert re.search(
            rf"^\| `{subject}\.{node.name}` \|.*\({page[1][5:]}#exercises\) \|$", listed, re.MULTILINE
        )
