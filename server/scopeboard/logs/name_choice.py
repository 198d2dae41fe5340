"""Choose runs and tags by their names: exact ones, and globs.

In a glob, `*` is any text, slashes included, and `?` any one character. A name that exists is never
a glob.
"""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from fnmatch import translate
from re import compile as compile_expression
from typing import Final

from scopeboard.errors import NotFoundError

_MAX_CLOSE: Final = 3


def wanted_names(names: object, argument: str) -> str | list[str] | None:
    """Return names and globs that can be read more than once.

    Args:
        names: a name or a glob, several of them, or None for all.
        argument: what they are called in the call.

    Raises:
        TypeError: they are something else.
    """
    if names is None or isinstance(names, str):
        return names
    found: list[str] = []
    for name in names if isinstance(names, Iterable) else [names]:
        if not isinstance(name, str):
            raise TypeError(f"{argument} is a name or a glob, or several: not {name!r}.")
        found.append(name)
    return found


def choose_names(
    wanted: str | Iterable[str] | None,
    names: Sequence[str],
    subject: str,
    *,
    may_be_missing: bool = False,
) -> list[str]:
    """Return the chosen names, each once: in the order of `wanted`, those of a glob as listed.

    Args:
        wanted: names and globs; None for all names. A glob may match nothing.
        names: the names that exist.
        subject: what they name, such as “run”.
        may_be_missing: whether names that do not exist are left out.

    Raises:
        NotFoundError: a name does not exist.
    """
    if wanted is None:
        return list(names)
    known = frozenset(names)
    chosen: dict[str, None] = {}
    for text in [wanted] if isinstance(wanted, str) else wanted:
        if text in known:
            chosen[text] = None
        elif "*" in text or "?" in text:
            matches = compile_expression(translate(text.replace("[", "[[]"))).match
            chosen.update(dict.fromkeys(filter(matches, names)))
        elif not may_be_missing:
            raise NotFoundError(_unknown(text, names, subject))
    return list(chosen)


def exact_name(text: str, names: Sequence[str], subject: str) -> str:
    """Return a name that is no glob.

    Raises:
        NotFoundError: there is no such name.
    """
    if text not in names:
        raise NotFoundError(_unknown(str(text), names, subject))
    return text


def _unknown(text: str, names: Sequence[str], subject: str) -> str:
    close = close_names(text, names)
    return f"There is no {subject} {text!r}{f'; there is {close}' if close else ''}."


def close_names(text: str, names: Sequence[str]) -> str:
    """Return names that are much like a text or contain it, as the end of “there is …”, or none."""
    close = get_close_matches(text, names, n=_MAX_CLOSE, cutoff=0.5)
    part = text.lower()
    longer = [name for name in names if part in name.lower()] if part else []
    return ", ".join(map(repr, [*dict.fromkeys([*close, *longer])][:_MAX_CLOSE]))
