"""A hook of MkDocs: "edit this page", where the book is told in which repository it lives.

The address is never guessed. The workflow on GitHub, which knows it, sets the variable; whoever
publishes elsewhere sets it too, or ``edit_uri_template`` in `mkdocs.yml`. Without either no page has
the button. (`repo_url` would do as well, but makes Material ask GitHub for stars while people read.)
"""

import os
import re
from typing import Any

from mkdocs.exceptions import PluginError

VARIABLE = "SOFT_LOOKUP_REPOSITORY"
_ADDRESS = re.compile(r"https://[\w.-]+(?:/[\w.~-]+)+")


def on_config(config: Any) -> Any:  # noqa: ANN401  (MkDocs' own type, which this package does without)
    """Tell MkDocs where a page is edited; end the build with a message for what is no address."""
    address = os.environ.get(VARIABLE, "").rstrip("/").removesuffix(".git")
    if address and not config.get("edit_uri_template"):
        if not _ADDRESS.fullmatch(address):
            message = f"{VARIABLE} is {address!r}: expected an address such as https://host/owner/repository"
            raise PluginError(message)
        config["edit_uri_template"] = f"{address}/edit/main/docs/{{path}}"
    return config
