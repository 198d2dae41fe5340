"""The build hook: builds the page and the guide when a distribution is made and they are stale.

hatchling looks for custom hooks in this file at the top of the project. It requests Node.js of the
build front end (pip, uv, …) only when there is something to build and none on PATH will do, and the
generator of the guide likewise, so an install from a source distribution, which carries both built,
needs none of them.
"""

import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# The rules for what is stale and how to build are those of scripts/; both distributions carry them.
sys.path.insert(0, str(Path(__file__).parent / "scripts"))

from tasks import frontend, guide, node, tool
from tasks.errors import TaskError

SKIP = "SCOPEBOARD_SKIP_FRONTEND_BUILD"


class FrontendHook(BuildHookInterface):  # type: ignore[type-arg]  # its parameter is hatchling's own
    """Makes sure that what is packed holds page and guide made from the present sources."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Return the packages that build what is stale; Node.js only where the system has none."""
        if _is_skipped():
            return []
        for_guide = [] if guide.is_built() else [guide.requirement()]
        needs_node = not frontend.is_built() and node.find_node() is None
        return [*for_guide, *([tool.REQUIREMENTS["node"]] if needs_node else [])]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build page and guide; stop the whole build, in two lines, when that fails."""
        del version, build_data
        if _is_skipped():
            if not frontend.MANIFEST.is_file():
                self.app.display_warning(f"{SKIP} is set and there is no built page to pack.")
            return
        try:
            frontend.prepare(node.get_installed_node)
            guide.prepare(Path(sys.executable))
        except TaskError as error:
            advice = f"Or set {SKIP}=1 to install Scopeboard without its page and guide."
            self.app.abort(f"{error.report()}\n{advice}")


def _is_skipped() -> bool:
    return os.environ.get(SKIP, "") not in ("", "0")
