"""`docs/http-api.md`: every request of the HTTP API, from its OpenAPI document."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from tasks.checkout import ROOT

PAGE: Final = ROOT / "docs" / "http-api.md"
_HEAD: Final = """# Requests of the HTTP API

All requests that the server answers, as its OpenAPI document (`/api/openapi.json`) describes \
them; that document has the types of all answers, too. `scripts/generate` writes this page.

NaN and the infinities are the strings `"NaN"`, `"Infinity"` and `"-Infinity"`. An error is \
`{"error": {"kind": …, "message": …}}`."""
_METHODS: Final = ("get", "post", "put", "patch", "delete")

Operation = dict[str, Any]


def page_of(document: str) -> tuple[Path, bytes]:
    """Return the path of the page in the checkout, and the page for an OpenAPI document."""
    sections = [_HEAD]
    for path, operations in sorted(json.loads(document)["paths"].items()):
        sections += [
            _section(method, path, operations[method])
            for method in _METHODS
            if method in operations
        ]
    return PAGE.relative_to(ROOT), ("\n\n".join(sections) + "\n").encode()


def _section(method: str, path: str, operation: Operation) -> str:
    """Return heading, description, parameters and errors of a request."""
    description: str = operation.get("description") or operation["summary"]
    parts = [f"## `{method.upper()} {path}`", description]
    rows = [_row(parameter) for parameter in operation.get("parameters", ())]
    if rows:
        parts.append("\n".join(["| Parameter | Value | Default |", "| --- | --- | --- |", *rows]))
    errors = [
        f"{status}: {_cell(response['description'])}"
        for status, response in sorted(operation["responses"].items())
        if status >= "400"
    ]
    if errors:
        parts.append("\n".join(f"- {error}" for error in errors))
    return "\n\n".join(parts)


def _row(parameter: Operation) -> str:
    schema: Operation = parameter["schema"]
    place = "" if parameter["in"] == "query" else f" ({parameter['in']})"
    default = schema.get("default")
    if parameter["required"]:
        shown = "required"
    else:
        shown = "" if default is None else f"`{json.dumps(default)}`"
    values = _cell(", ".join(dict.fromkeys(_values(schema))))
    return f"| `{parameter['name']}`{place} | {values} | {shown} |"


def _values(schema: Operation) -> Iterator[str]:
    """Yield what a parameter may be; null stands for one that is left out."""
    if "anyOf" in schema:
        for each in schema["anyOf"]:
            yield from _values(each)
    elif "enum" in schema:
        yield from (f"`{value}`" for value in schema["enum"])
    elif "const" in schema:
        yield f"`{schema['const']}`"
    elif schema.get("type") == "array":
        yield f"{', '.join(_values(schema['items']))}; may be repeated"
    elif schema.get("type") in ("integer", "number"):
        yield schema["type"] + _bounds(schema)
    elif schema.get("type") != "null":
        yield schema.get("type", "any")


def _bounds(schema: Operation) -> str:
    least, most = schema.get("minimum"), schema.get("maximum")
    if least is not None and most is not None:
        return f" from {least:,} to {most:,}"
    if least is not None:
        return f" from {least:,} on"
    return "" if most is None else f" up to {most:,}"


def _cell(text: str) -> str:
    """Return a text for a cell of a table, in which a line has to end."""
    return " ".join(text.split()).replace("|", "\\|")
