"""Regular expressions that come from a viewer, searched for in a time that has a bound.

Python's own expressions take exponential time for some patterns, such as `(a+)+b`, and cannot be
interrupted. RE2's automata take time in proportion to the text, whatever the pattern. They have no
look-around and no back-references, which cannot be had within such a bound.
"""

from typing import Any, Final, Protocol, cast

import re2

from scopeboard.errors import QueryError

MAX_PATTERN_CHARACTERS: Final = 1000
_MEMORY_BYTES: Final = 8 << 20  # for the automaton; RE2 refuses a pattern that needs more


class Pattern(Protocol):
    """A compiled pattern; `search` returns None where a text has no match."""

    def search(self, text: str) -> object | None:
        """Look for the pattern anywhere in a text."""


def compile_pattern(text: str, *, ignore_case: bool = False) -> Pattern:
    """Return a pattern that is safe to search for in any text.

    Raises:
        QueryError: the pattern is wrong, too long, or needs too large an automaton.
    """
    if len(text) > MAX_PATTERN_CHARACTERS:
        raise QueryError(f"A pattern may have {MAX_PATTERN_CHARACTERS:,} characters.")
    try:
        return cast("Pattern", re2.compile(text, _options(ignore_case=ignore_case)))
    except (re2.error, UnicodeError) as error:
        raise QueryError(f"The pattern /{text}/ is wrong: {_reason(error)}.") from None


class LinePattern:
    """A pattern that is searched for in many lines at once; no match goes beyond its line."""

    def __init__(self, text: str, *, ignore_case: bool = False) -> None:
        """Compile a pattern.

        Raises:
            QueryError: see `compile_pattern`.
        """
        compile_pattern(text, ignore_case=ignore_case)  # says what is wrong in the viewer's words
        options = _options(ignore_case=ignore_case)
        options.never_nl = True
        self._pattern: Any = re2.compile(f"(?m)(?:{text})".encode(), options)

    def find_match(self, lines: bytes, position: int) -> int | None:
        """Return where the first match from `position` on, the start of a line, begins."""
        match = self._pattern.search(lines, position)
        return None if match is None else int(match.start())


def _options(*, ignore_case: bool) -> Any:  # noqa: ANN401 - re2 has no types
    options = re2.Options()
    options.case_sensitive = not ignore_case
    options.max_mem = _MEMORY_BYTES
    options.log_errors = False
    return options


def _reason(error: Exception) -> str:
    detail = error.args[0] if error.args else "it cannot be read"
    return detail.decode("utf-8", "replace") if isinstance(detail, bytes) else str(detail)
