"""axe-core on a page: what it finds against the rules of WCAG 2.2 AA and good practice.

Any test calls it on a page in whatever state it has brought it into:

    assert findings(page) == []
"""

from functools import cache
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Page

_SOURCE: Final = Path(__file__).parents[2] / "frontend/node_modules/axe-core/axe.min.js"
_RUN: Final = """async () => {
    const rules = { "target-size": { enabled: true } };
    const { violations } = await axe.run(document, { resultTypes: ["violations"], rules });
    return violations.flatMap(({ id, help, nodes }) => nodes.map(({ target, failureSummary }) =>
        `${id}: ${help} at ${target.join(" ")}. ${failureSummary.replaceAll("\\n", " ")}`));
}"""


def findings(page: Page) -> list[str]:
    """Return what axe finds wrong with a page as it is now, a line for each element.

    The script is handed over by the browser's own debugger, so the page's policy holds.
    """
    page.evaluate(_source())
    found: list[str] = page.evaluate(_RUN)
    return found


@cache
def _source() -> str:
    if not _SOURCE.exists():
        pytest.skip("there is no axe-core; `npm ci` in frontend/ installs it")
    return _SOURCE.read_text()
