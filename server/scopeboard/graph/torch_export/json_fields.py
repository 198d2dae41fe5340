"""Values of JSON whose kinds are not known: each accessor returns an empty one for another kind."""

from collections.abc import Iterator


def members_of(value: object) -> dict[str, object]:
    """Return an object."""
    return value if isinstance(value, dict) else {}


def items_of(value: object) -> list[object]:
    """Return a list."""
    return value if isinstance(value, list) else []


def text_of(value: object) -> str:
    """Return a string, without the halves of characters that JSON may have."""
    if not isinstance(value, str):
        return ""
    return value if value.isascii() else value.encode("utf-8", "replace").decode()


def whole_of(value: object) -> int | None:
    """Return a whole number, None for another value."""
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def variant_of(value: object) -> tuple[str, object]:
    """Return the key and the value of a union: the only member of an object that is not null.

    The key is empty where the value is no union.
    """
    for key, inner in members_of(value).items():
        if inner is not None:
            return key, inner
    return "", None


def named(value: object) -> Iterator[tuple[str, object]]:
    """Yield the members of an object, names as text."""
    for key, inner in members_of(value).items():
        yield text_of(key), inner
