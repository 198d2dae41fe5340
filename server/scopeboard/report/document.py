"""The file: the page, its script and its styles, and the answers it asks for, in one document.

Opened from a disk it has no server that could send a content security policy, so it states its own:
nothing but the one script and the one style sheet that it was made with, and no connection at all.
What comes from the log is data in it: no `<` of it can end an element.
"""

import json
from base64 import b64encode
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from scopeboard.errors import SettingsError
from scopeboard.report.held import Entry

_NOT_BUILT: Final = (
    "The page of reports is not built: start scripts/run once, or install a distribution with it."
)


def report_document(boot: Mapping[str, Any], entries: Sequence[Entry], static: Path) -> bytes:
    """Return the document, with the page that stands in `static`.

    Raises:
        SettingsError: the page was not built.
    """
    script, style = _built(static, "report.js"), _built(static, "report.css")
    environment = Environment(
        loader=PackageLoader("scopeboard"), autoescape=True, undefined=StrictUndefined
    )
    text = environment.get_template("report.html").render(
        policy=_policy(script, style),
        boot=boot,
        boot_json=as_data(boot),
        answers_json=as_data(entries),
        # Built by ourselves, and made such that they end where they should.
        script=Markup(script),  # noqa: S704
        style=Markup(style),  # noqa: S704
    )
    return text.encode("utf-8", "replace")


def as_data(value: object) -> Markup:
    """Return JSON that ends no element and begins none, whatever it says."""
    text = json.dumps(value, ensure_ascii=True, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c"))  # noqa: S704 - see above


def _built(static: Path, name: str) -> str:
    try:
        text = (static / "report" / name).read_text("utf-8")
    except OSError as error:
        raise SettingsError(_NOT_BUILT) from error
    # In a script, these stand in texts and patterns only, where a backslash changes nothing.
    return text.replace("</script", "<\\/script").replace("<!--", "<\\!--")


def _policy(script: str, style: str) -> str:
    return "; ".join(
        [
            "default-src 'none'",
            f"script-src '{_digest(script)}'",
            f"style-src '{_digest(style)}'",
            "img-src blob: data:",
            "media-src blob:",
            "worker-src blob:",
            "connect-src 'none'",
            "base-uri 'none'",
            "form-action 'none'",
            "require-trusted-types-for 'script'",
            "trusted-types app",
        ]
    )


def _digest(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"
