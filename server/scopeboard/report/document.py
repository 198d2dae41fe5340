"""The document of a report: the page, its script, its styles and the recorded responses.

A local file has no server to send a content security policy, so the document contains its own: it
allows its one script and its one style sheet, and no connection. Values from the log are escaped
JSON: no `<` in them can end an element.
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
from scopeboard.report.responses import Entry

_NOT_BUILT: Final = (
    "The report page is not built. Run scripts/run once, or install a release of Scopeboard."
)
_POLICY: Final = (
    "default-src 'none'; script-src '{script}'; style-src '{style}'; img-src blob: data:; "
    "media-src blob:; worker-src blob:; connect-src 'none'; base-uri 'none'; form-action 'none'; "
    "require-trusted-types-for 'script'; trusted-types app"
)


def report_document(
    boot: Mapping[str, Any], entries: Sequence[Entry] | None, static: Path
) -> bytes:
    """Return the document, with the page in the directory `static`.

    Without entries, the document is a page whose requests something around it answers.

    Raises:
        SettingsError: the page was not built.
    """
    built, digests = {}, {}
    for name in ("report.js", "report.css"):
        try:
            text = (static / "report" / name).read_text("utf-8")
        except OSError as error:
            raise SettingsError(_NOT_BUILT) from error
        # In a script, these occur in texts and patterns only, where a backslash changes nothing.
        built[name] = text.replace("</script", "<\\/script").replace("<!--", "<\\!--")
        digest = b64encode(sha256(built[name].encode()).digest()).decode()
        digests[name] = f"sha256-{digest}"
    environment = Environment(
        loader=PackageLoader("scopeboard"), autoescape=True, undefined=StrictUndefined
    )
    document = environment.get_template("report.html").render(
        policy=_POLICY.format(script=digests["report.js"], style=digests["report.css"]),
        boot=boot,
        boot_json=as_data(boot),
        answers_json=None if entries is None else as_data(entries),
        # Trusted: our own build, without text that ends an element.
        script=Markup(built["report.js"]),  # noqa: S704
        style=Markup(built["report.css"]),  # noqa: S704
    )
    return document.encode("utf-8", "replace")


def as_data(value: object) -> Markup:
    """Return JSON that can neither begin nor end an element."""
    text = json.dumps(value, ensure_ascii=True, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c"))  # noqa: S704 - see above
