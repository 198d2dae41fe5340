"""The identity of a graph: a hash of its bytes."""

from hashlib import blake2b
from typing import Final

IDENTITY_BYTES: Final = 16


def identity_of(data: bytes) -> str:
    """Return the identity of a graph: a hash of its GraphDef's bytes."""
    return blake2b(data, digest_size=IDENTITY_BYTES).hexdigest()
