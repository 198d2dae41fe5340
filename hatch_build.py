"""The build hook: builds the page when a distribution is made and the page is missing or stale.

hatchling looks for custom hooks in this file at the top of the project. Node.js is asked of the
build front end (pip, uv, …) only when there is something to build and none on PATH will do, so an
install from a source distribution, which carries the built page, needs neither Node.js nor npm.
"""

import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# The rules for what is stale and how to build are those of scripts/; both distributions carry them.
sys.path.insert(0, str(Path(__file__).parent / "scripts"))

from tasks import frontend, node, tool
from tasks.errors import TaskError

SKIP = "SCOPEBOARD_SKIP_FRONTEND_BUILD"


class FrontendHook(BuildHookInterface):  # type: ignore[type-arg]  # its parameter is hatchling's own
    """Makes sure that what is packed holds the page made from the present sources."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Return the Node.js wheel, unless nothing is to be built or the system has Node.js."""
        if _is_skipped() or frontend.is_built() or node.find_node() is not None:
            return []
        return [tool.REQUIREMENTS["node"]]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page; stop the whole build, in two lines, when that fails."""
        del version, build_data
        if _is_skipped():
            if not frontend.MANIFEST.is_file():
                self.app.display_warning(f"{SKIP} is set and there is no built page to pack.")
            return
        try:
            frontend.prepare(node.get_installed_node)
        except TaskError as error:
            advice = f"Or set {SKIP}=1 to install Scopeboard without its page."
            self.app.abort(f"{error.report()}\n{advice}")


def _is_skipped() -> bool:
    return os.environ.get(SKIP, "") not in ("", "0")
