"""Names as they are listed: cut where they are too long, yet each like no other.

A GraphDef may have a name of a gigabyte, which would stand in every answer. The listed name is the
beginning and a hash of the whole. An input names a node with `^` before it or an output behind it,
so these stay around the listed name of the node.
"""

import re
from hashlib import blake2b
from typing import Final

MAX_NAME_BYTES: Final = 1 << 16  # ten thousand nested scopes fit
DIGEST_BYTES: Final = 8
_OUTPUT: Final = re.compile(rb"(?:(?<!:):[A-Za-z_][A-Za-z0-9_]*)?(?<!:):[0-9]+\Z")
_MAX_OUTPUT: Final = 200


def truncate_name(name: bytes) -> bytes:
    """Return the name under which an op, op type or device of this name is listed."""
    if len(name) <= MAX_NAME_BYTES:
        return name
    return join_truncated(
        name[:MAX_NAME_BYTES], blake2b(name, digest_size=DIGEST_BYTES).hexdigest()
    )


def join_truncated(head: bytes, digest: str) -> bytes:
    """Return a name of which only the beginning is shown, cut between characters."""
    return f"{head.decode('utf-8', 'ignore')}… {digest}".encode()


def truncate_input(text: bytes) -> bytes:
    """Return an input with the listed name of the node that it names."""
    if len(text) <= MAX_NAME_BYTES:
        return text
    before, after = split_input(text[:1], text[-_MAX_OUTPUT:])
    return before + truncate_name(text[len(before) : len(text) - len(after)]) + after


def split_input(head: bytes, tail: bytes) -> tuple[bytes, bytes]:
    """Return what stands before and behind the name in an input, by its first and last bytes."""
    output = _OUTPUT.search(tail)
    return (b"^" if head[:1] == b"^" else b"", output[0] if output else b"")
