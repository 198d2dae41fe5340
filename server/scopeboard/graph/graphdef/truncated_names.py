"""Truncated names: a beginning and a hash of the complete name, so that they stay unique.

A GraphDef may have a name of a gigabyte, which every answer would contain. An input names a node
with `^` before or an output after it; both remain around the truncated name of the node.
"""

import re
from hashlib import blake2b
from typing import Final

MAX_NAME_BYTES: Final = 1 << 16  # ten thousand nested scopes fit
DIGEST_BYTES: Final = 8
_OUTPUT: Final = re.compile(rb"(?:(?<!:):[A-Za-z_][A-Za-z0-9_]*)?(?<!:):[0-9]+\Z")
_MAX_OUTPUT: Final = 200


def truncate_name(name: bytes) -> bytes:
    """Return an op name, op type or device, truncated if it is too long."""
    if len(name) <= MAX_NAME_BYTES:
        return name
    digest = blake2b(name, digest_size=DIGEST_BYTES).hexdigest()
    return join_truncated(name[:MAX_NAME_BYTES], digest)


def join_truncated(head: bytes, digest: str) -> bytes:
    """Return the truncated name of this beginning, cut between characters, and hash."""
    return f"{head.decode('utf-8', 'ignore')}… {digest}".encode()


def truncate_input(text: bytes) -> bytes:
    """Return an input string with the truncated name of its node."""
    if len(text) <= MAX_NAME_BYTES:
        return text
    before, after = split_input(text[:1], text[-_MAX_OUTPUT:])
    return before + truncate_name(text[len(before) : len(text) - len(after)]) + after


def split_input(head: bytes, tail: bytes) -> tuple[bytes, bytes]:
    """Return the bytes before and after the name in an input, given its first and last bytes."""
    output = _OUTPUT.search(tail)
    return (b"^" if head[:1] == b"^" else b"", output[0] if output else b"")
