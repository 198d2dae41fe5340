"""The state file's bytes and the parts in them.

    {"version": 1, "dropped": 0, "parts": {
    "graph:5f…": {…},
    "runs": {"revision": 3, "used": 1700000000, "value": {…}}
    }}

`used` is the time of the last use; a read alone updates it only after days.

Damage affects only its own part. A malformed part is left out. A lone surrogate becomes U+FFFD:
earlier versions wrote it, but UTF-8 cannot encode it.
"""

import json
import re
from dataclasses import dataclass, field
from typing import Any, Final

from scopeboard.errors import QueryError

VERSION: Final = 1
MAX_PART_BYTES: Final = 1 << 20
MAX_COMMENTS: Final = 500
"""Of one log directory: each is drawn on all charts. The page has the same limit."""
MAX_DEPTH: Final = 100  # pydantic refuses to write values nested 255 deep
_SURROGATE: Final = re.compile("[\ud800-\udfff]")  # lone: the JSON parser joins pairs

Value = dict[str, Any]
"""The content of a part: any JSON object. Only the page interprets it, but for `check_count`."""


@dataclass(frozen=True, slots=True)
class Part:
    """A saved part; revision 0 means that it was never written.

    `used` is the time of its last use in seconds since the epoch, 0 if unknown.
    """

    revision: int
    value: Value
    used: int = field(default=0, compare=False)


NEVER_WRITTEN: Final = Part(0, {})


class DamagedStateError(Exception):
    """The bytes are not a document of parts."""


@dataclass(frozen=True, slots=True)
class Document:
    """The content of a state file.

    Attributes:
        parts: the readable parts, by name.
        damaged: unreadable and repaired parts, as they are in the file.
        is_newer: a newer version of the program wrote the file; the rest is empty.
        dropped: the sum of the revisions of evicted parts.
    """

    parts: dict[str, Part]
    damaged: dict[str, object]
    is_newer: bool = False
    dropped: int = 0


def read_document(data: bytes) -> Document:
    """Return the document in the bytes of a state file.

    Raises:
        DamagedStateError: the bytes are malformed.
    """
    try:
        document = json.loads(data)
        if document["version"] > VERSION:
            return Document({}, {}, is_newer=True)
        entries, dropped = dict(document["parts"]), int(document.get("dropped", 0))
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise DamagedStateError(str(error)) from error
    parts, damaged = {}, {}
    for name, entry in entries.items():
        part = _read_part(entry)
        if part is not None:
            parts[name] = part
        if part is None or part.value != entry["value"]:
            damaged[name] = entry
    return Document(parts, damaged, dropped=dropped)


def _read_part(entry: object) -> Part | None:
    """Return a part with its texts repaired, or None for a malformed entry."""
    if not isinstance(entry, dict):
        return None
    try:
        revision, value, used = int(entry["revision"]), entry["value"], int(entry.get("used", 0))
        text = json.dumps(value, ensure_ascii=False)
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    if not isinstance(value, dict) or _is_too_deep(text):
        return None
    repaired = _SURROGATE.sub("\ufffd", text)
    return Part(revision, value if repaired == text else json.loads(repaired), used)


def write_document(parts: dict[str, Part], dropped: int) -> bytes:
    """Return the bytes of a state file; see `Document`."""
    entries = b",\n".join(entry_bytes(name, part) for name, part in sorted(parts.items()))
    return b'{"version": %d, "dropped": %d, "parts": {\n%b\n}}\n' % (VERSION, dropped, entries)


def entry_bytes(name: str, part: Part) -> bytes:
    """Return the bytes of one part in the file."""
    entry = {"revision": part.revision, "used": part.used, "value": part.value}
    return f"{json.dumps(name)}: {json.dumps(entry)}".encode()


def check_value(value: Value) -> None:
    """Raise QueryError for a value that cannot be saved, or not be sent after that."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except RecursionError:
        raise QueryError(_TOO_DEEP) from None
    if _is_too_deep(text):
        raise QueryError(_TOO_DEEP)
    if _SURROGATE.search(text):
        raise QueryError("A text ends or begins with half of a character, which cannot be saved.")
    size = len(json.dumps(value).encode())
    if size > MAX_PART_BYTES:
        raise QueryError(
            f"A part of the state may take {MAX_PART_BYTES:,} bytes; this has {size:,}."
        )


def check_count(name: str, value: Value, before: Value) -> None:
    """Raise QueryError for more comments on steps than there may be.

    A part that has more already may be replaced by one that has no more than it.
    """
    if name != "comments":
        return
    count, earlier = (
        len(comments) if isinstance(comments := part.get("comments"), list) else 0
        for part in (value, before)
    )
    if count > max(MAX_COMMENTS, earlier):
        raise QueryError(
            f"A log directory may have {MAX_COMMENTS:,} comments on steps; this would be"
            f" {count:,}. Remove some first."
        )


_TOO_DEEP: Final = f"A part of the state may be nested {MAX_DEPTH} levels deep."
_TEXT_OR_BRACKET: Final = re.compile(r'"(?:[^"\\]|\\.)*"|([\[{])|([\]}])', re.DOTALL)


def _is_too_deep(text: str) -> bool:
    """Return whether JSON is nested more than `MAX_DEPTH` levels deep."""
    if text.count("[") + text.count("{") <= MAX_DEPTH:
        return False
    depth = 0
    for token in _TEXT_OR_BRACKET.finditer(text):
        depth += (token[1] is not None) - (token[2] is not None)
        if depth > MAX_DEPTH:
            return True
    return False
