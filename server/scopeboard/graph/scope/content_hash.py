"""The hash of a scope's content: the same for the same content, in any process, for good."""

from hashlib import blake2b
from typing import Final

import msgspec

_HASH_BYTES: Final = 16


def content_hash(*content: object) -> str:
    """Return the hash of values made of texts, numbers, lists, sets and dataclasses of these.

    Raises:
        TypeError: a value is of another type.
    """
    canonical = msgspec.json.encode(content, order="deterministic")
    return blake2b(canonical, digest_size=_HASH_BYTES).hexdigest()
