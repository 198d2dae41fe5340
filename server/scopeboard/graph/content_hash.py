"""The hash of a scope's content: the same for the same content, in any process, for good."""

import json
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import cache
from hashlib import blake2b
from operator import attrgetter
from typing import Final

_HASH_BYTES: Final = 16


def content_hash(*content: object) -> str:
    """Return the hash of values made of texts, numbers, lists and dataclasses of these.

    Dataclasses count as the list of their field values, so that names of fields do not matter.
    """
    text = json.dumps(content, default=_field_values, separators=(",", ":"))
    return blake2b(text.encode("ascii"), digest_size=_HASH_BYTES).hexdigest()


def _field_values(value: object) -> object:
    if not is_dataclass(value) or isinstance(value, type):
        raise TypeError(f"{type(value).__name__} has no canonical form.")
    return _getter(type(value))(value)


@cache
def _getter(kind: type) -> Callable[[object], object]:
    return attrgetter(*(field.name for field in fields(kind)))
