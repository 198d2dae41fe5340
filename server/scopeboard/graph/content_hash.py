"""The hash of a scope's content: the same for the same content, in any process, for good."""

from hashlib import blake2b
from typing import Final

import msgspec

_HASH_BYTES: Final = 16


def content_hash(*content: object) -> str:
    """Return the hash of values made of texts, numbers, lists and dataclasses of these."""
    return blake2b(msgspec.json.encode(content), digest_size=_HASH_BYTES).hexdigest()
