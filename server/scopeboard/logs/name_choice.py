"""Choose runs and tags by their names: exact ones, and globs.

In a glob, `*` is any text, slashes included, and `?` any one character. A name that exists is never
a glob.
"""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from fnmatch import translate
from re import compile as compile_expression

from scopeboard.errors import NotFoundError


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


def _unknown(text: str, names: Sequence[str], subject: str) -> str:
    close = close_names(text, names)
    return f"There is no {subject} {text!r}{f'; there is {close}' if close else ''}."


def close_names(text: str, names: Sequence[str]) -> str:
    """Return names that are much like a text, as the end of “there is …”; empty for none."""
    return ", ".join(map(repr, get_close_matches(text, names, n=3, cutoff=0.5)))
