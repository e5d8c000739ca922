"""How GitHub and VS Code find the places in what ``tether check`` says, so that both lead there."""

from __future__ import annotations

import json

_LINE = r"^(\S.*?\.[A-Za-z]+):(\d+):(\d+): (.+)$"
"""``path:line:column: message``, as :class:`tether.problems.Problem` writes itself."""
_PATTERN = {"regexp": _LINE, "file": 1, "line": 2, "column": 3, "message": 4}


def describe_matcher(tool: str) -> str:
    """Give, as JSON, a problem matcher for ``github`` or a task for ``vscode``."""
    if tool == "github":
        told: object = {"problemMatcher": [{"owner": "tether", "pattern": [_PATTERN]}]}
    else:
        matcher = {
            "owner": "tether",
            "fileLocation": ["relative", "${workspaceFolder}"],
            "severity": "error",
            "pattern": _PATTERN,
        }
        task = {
            "label": "tether check",
            "type": "process",
            "command": "tether",
            "args": ["check"],
            "group": "test",
            "presentation": {"reveal": "silent"},
            "problemMatcher": matcher,
        }
        told = {"version": "2.0.0", "tasks": [task]}
    return json.dumps(told, indent=2)
