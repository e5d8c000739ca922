"""The workflows run what is known, with as few rights as will do."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.y*ml"))

# Every action and the one commit it may be used at, each seen in public.
ALLOWED = {
    "actions/checkout": "3d3c42e5aac5ba805825da76410c181273ba90b1",  # v7.0.1
    "actions/setup-python": "5fda3b95a4ea91299a34e894583c3862153e4b97",  # v7.0.0
    "actions/upload-pages-artifact": "fc324d3547104276b827a68afc52ff2a11cc49c9",  # v5.0.0
    "actions/cache": "9255dc7a253b0ccc959486e2bca901246202afeb",  # v5.0.1
    "actions/deploy-pages": "cd2ce8fcbc39b97be8ca5fce6e763baed58fa128",  # v5.0.0
}
# The rights a job may have; whatever writes may do so after the gate, and from main alone.
READS = {"contents": "read"}
DEPLOYS = {"pages": "write", "id-token": "write"}


def read_workflow(text: str) -> dict[str, Any]:
    """Read a workflow; YAML takes the bare key ``on`` for a truth value, so it is quoted first."""
    workflow: dict[str, Any] = yaml.safe_load(re.sub(r"^on:", '"on":', text, flags=re.MULTILINE))
    return workflow


def find_faults(text: str) -> list[str]:
    """Say what in a workflow is not pinned, has rights it does not need, or runs where it must not."""
    workflow = read_workflow(text)
    faults = []
    if workflow.get("permissions") != {}:
        faults.append("the workflow itself has permissions")
    if {"pull_request_target", "workflow_run"} & set(workflow["on"]):
        faults.append("a run of foreign code with the repository's rights")
    if re.search(r"\bsecrets\b", re.sub(r"#.*", "", text)):
        faults.append("secrets")
    for name, job in workflow["jobs"].items():
        faults += [f"{name}: {fault}" for fault in find_job_faults(job)]
    return faults


def find_job_faults(job: dict[str, Any]) -> Iterator[str]:
    """Say the same of one job."""
    rights = job.get("permissions", "not named")
    late = job.get("needs") == ["green"] and "github.ref == 'refs/heads/main'" in job.get("if", "")
    if not (rights in ({}, READS) or (rights == DEPLOYS and late)):
        yield f"permissions {rights}"
    if "timeout-minutes" not in job:
        yield "no timeout"
    for step in job["steps"]:
        action, _, pin = step.get("uses", "").partition("@")
        if action and ALLOWED.get(action) != pin:
            yield f"{action}@{pin} is not among the actions allowed"
        if action == "actions/checkout" and step.get("with", {}).get("persist-credentials") is not False:
            yield "the checkout leaves its token behind"
        if "${{" in step.get("run", ""):
            yield "an expression in a script"


def test_there_is_a_workflow() -> None:
    assert [path.name for path in WORKFLOWS] == ["ci.yml"]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_is_without_fault(path: Path) -> None:
    assert find_faults(path.read_text("utf-8")) == []


@pytest.fixture(scope="module")
def text() -> str:
    """Give the text of the CI workflow."""
    return (ROOT / ".github" / "workflows" / "ci.yml").read_text("utf-8")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("\npermissions: {}\n", "\npermissions: write-all\n"),
        ("\npermissions: {}\n", "\n"),
        ("actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1", "actions/checkout@v7"),
        ("actions/checkout@3d3c42e5", "actions/checkout@00000000"),
        ("actions/deploy-pages@", "elsewhere/deploy-pages@"),
        ("persist-credentials: false", "persist-credentials: true"),
        ("contents: read", "contents: write"),
        ("needs: [green]", "needs: [site]"),
        ("github.ref == 'refs/heads/main'", "github.ref != ''"),
        ("pull_request:", "pull_request_target:"),
        ("timeout-minutes: 10", "continue-on-error: false"),
        ('V="$VERSION"', "V=${{ matrix.version }}"),
        ("PYTHON: python", "TOKEN: ${{ secrets.TOKEN }}"),
    ],
)
def test_a_fault_is_found(text: str, old: str, new: str) -> None:
    assert old in text
    assert find_faults(text.replace(old, new)) != []


def test_the_gate_needs_every_job_that_checks(text: str) -> None:
    jobs = read_workflow(text)["jobs"]
    assert set(jobs["green"]["needs"]) == set(jobs) - {"green", "publish"}
    assert jobs["green"]["if"] == "always()"


def test_the_tests_that_want_pytorch_run_somewhere_and_cannot_be_skipped_there(text: str) -> None:
    runs = [step.get("run", "") for step in read_workflow(text)["jobs"]["oracle"]["steps"]]
    steps = "\n".join(runs)
    assert steps.index("--group oracle") < steps.index("import torch") < steps.index("test_autograd.py")
    wanting = [
        path for path in ROOT.glob("tests/**/test_*.py") if 'importorskip("torch")' in path.read_text("utf-8")
    ]
    assert {path.relative_to(ROOT).as_posix() for path in wanting} - {
        Path(__file__).relative_to(ROOT).as_posix()
    } == {"tests/softlookup/gpt/test_autograd.py"}


def test_what_is_published_is_never_built_again(text: str) -> None:
    jobs = read_workflow(text)["jobs"]
    assert [step.get("uses", "").partition("@")[0] for step in jobs["publish"]["steps"]] == [
        "actions/deploy-pages"
    ]
    uploads = {
        name: [step.get("run") or step["uses"].partition("@")[0] for step in job["steps"]]
        for name, job in jobs.items()
        if any("upload-pages-artifact" in step.get("uses", "") for step in job["steps"])
    }
    assert list(uploads) == ["site"]
    steps = uploads["site"]
    assert steps.index("make site") < steps.index("actions/upload-pages-artifact")


def test_the_matrix_is_what_pyproject_promises(text: str, pyproject: dict[str, Any]) -> None:
    matrix = read_workflow(text)["jobs"]["tests"]["strategy"]["matrix"]
    project = pyproject["project"]
    promised = [c.rpartition(" ")[2] for c in project["classifiers"] if re.search(r"Python :: 3\.\d+$", c)]
    assert matrix["python"] == promised
    assert f">={promised[0]}" == project["requires-python"]
    assert matrix["os"] == ["ubuntu", "macos", "windows"]
    oldest = {row["python"]: row["version"] for row in matrix["include"] if "numpy" in row}
    assert list(oldest) == promised
    assert f"numpy>={oldest[promised[0]]}" in project["dependencies"]
