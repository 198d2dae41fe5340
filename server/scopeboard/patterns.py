"""Regular expressions from a viewer, matched in time linear in the text.

Python's own engine takes exponential time for patterns such as `(a+)+b` and cannot be interrupted.
Rust's `regex` takes time in proportion to the text for any pattern, but has no look-around and no
back-references. It comes with pydantic-core, which exposes it only as a string validator: it
returns whether a text matches, not the position. Bindings of RE2 return positions, but have no
wheels for musl, free-threaded Python and Windows on ARM.
"""

import re
from collections.abc import Callable
from typing import Final

from pydantic_core import SchemaError, SchemaValidator, core_schema

from scopeboard.errors import QueryError

MAX_PATTERN_CHARACTERS: Final = 1000
_REASON_BEGINS: Final = re.compile("(?:SchemaError|error): ")

Matcher = Callable[[str], bool]
"""Returns whether a pattern matches anywhere in a text."""


def compile_pattern(text: str, *, ignore_case: bool = False) -> Matcher:
    """Return a matcher that is safe to call with any text.

    Raises:
        QueryError: the pattern is invalid, too long, or needs an automaton of more than 10 MiB (a
            limit of the engine).
    """
    if len(text) > MAX_PATTERN_CHARACTERS:
        raise QueryError(f"A pattern may have at most {MAX_PATTERN_CHARACTERS:,} characters.")
    validator = _compile(text)  # alone first, so that an error quotes the viewer's pattern
    return (_compile(f"(?i){text}") if ignore_case else validator).isinstance_python


def _compile(text: str) -> SchemaValidator:
    try:
        text.encode()  # the engine would replace surrogates
        return SchemaValidator(core_schema.str_schema(pattern=text, regex_engine="rust-regex"))
    except (SchemaError, UnicodeError) as error:
        reason = _REASON_BEGINS.split(str(error))[-1].strip().rstrip(".")
        raise QueryError(f"Invalid pattern /{text}/: {reason}.") from None
