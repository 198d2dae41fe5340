"""Regular expressions from a viewer, matched in time linear in the text.

Python's own engine takes exponential time for patterns such as `(a+)+b` and cannot be interrupted.
Rust's `regex` takes time in proportion to the text, whatever the pattern; in return it has no
look-around and no back-references. It comes with pydantic-core, whose string validator is the only
way to it and says whether a text matches, not where. Bindings of RE2 would say where, but have no
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
        QueryError: the pattern is wrong, too long, or needs an automaton of more than 10 MiB (the
            engine's own limit).
    """
    if len(text) > MAX_PATTERN_CHARACTERS:
        raise QueryError(f"A pattern may have {MAX_PATTERN_CHARACTERS:,} characters.")
    validator = _compile(text)  # by itself first, for an error message in the viewer's words
    return (_compile(f"(?i){text}") if ignore_case else validator).isinstance_python


def _compile(text: str) -> SchemaValidator:
    try:
        text.encode()  # the engine would replace what is no character
        return SchemaValidator(core_schema.str_schema(pattern=text, regex_engine="rust-regex"))
    except (SchemaError, UnicodeError) as error:
        reason = _REASON_BEGINS.split(str(error))[-1].strip().rstrip(".")
        raise QueryError(f"The pattern /{text}/ is wrong: {reason}.") from None
