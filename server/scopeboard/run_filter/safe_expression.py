"""Regular expressions of filters, refused where the page refuses them.

The page's engine backtracks, and so does Python's: a repetition inside a repetition takes time
exponential in the length of a name. A filter works in both or in neither.
"""

import re
from typing import Final
from warnings import catch_warnings, simplefilter

from scopeboard.errors import QueryError
from scopeboard.run_filter.spaces import code_units

_MAX_CHARACTERS: Final = 300
_MAX_REPETITIONS: Final = 6
_SHOWN: Final = 40
_REPEATED: Final = re.compile(r"[*+]|\{[0-9]+,?[0-9]*\}")
_ESCAPES: Final = re.compile(r"\[\^?\]?(?:\\.|[^\]\\])*\]|\\.", re.DOTALL)
_LITERALS: Final = "^$\\.*+?()[]{}|/"  # what the flag `u` of the page allows to escape
_NAMED_GROUP: Final = re.compile(r"((?:^|[^\\])(?:\\\\)*)\(\?<(?![=!])")


def parse_expression(text: str) -> re.Pattern[str]:
    """Return an expression that ignores case.

    Raises:
        QueryError: it is invalid, or matching may take too long.
    """
    refusal = _refusal_of(text)
    if refusal is not None:
        shown = f"{text[:_SHOWN]}…" if code_units(text) > _SHOWN else text
        raise QueryError(f"/{shown}/ rejected: {refusal}.")
    if _has_invalid_escape(text):
        raise QueryError(f"/{text}/ is not a valid regular expression: invalid escape.")
    try:
        with catch_warnings():
            simplefilter("ignore", FutureWarning)  # of sets within sets, which browsers lack, too
            return re.compile(_NAMED_GROUP.sub(r"\1(?P<", text), re.IGNORECASE)
    except re.error as error:
        message = f"/{text}/ is not a valid regular expression: {error.msg.lower()}."
        raise QueryError(message) from None


def _refusal_of(text: str) -> str | None:
    """Return why an expression is refused, as the end of a sentence; None if it is safe."""
    if code_units(text) > _MAX_CHARACTERS:
        return f"longer than {_MAX_CHARACTERS} characters"
    if re.search(r"\\[1-9]|\\k<", text.replace("\\\\", "")):
        return "backreferences are not supported"
    shape = re.sub(r"\[\^?\]?[^\]]*\]", ".", re.sub(r"\\.", ".", text, flags=re.DOTALL))
    if len(re.findall(r"[*+]|\{[0-9]+,[0-9]*\}", shape)) > _MAX_REPETITIONS:
        return f"more than {_MAX_REPETITIONS} repetitions"
    return "nested repetition may not terminate" if _has_nested_repetition(shape) else None


def _has_nested_repetition(shape: str) -> bool:
    """Return whether a group that is repeated has a repetition or a choice in it."""
    is_loose: list[bool] = []
    for at, character in enumerate(shape):
        if character == "(":
            is_loose.append(False)
        elif character == ")":
            was_loose = is_loose.pop() if is_loose else False
            if was_loose and _REPEATED.match(shape, at + 1):
                return True
            if was_loose and is_loose:
                is_loose[-1] = True
        elif character in "*+|{" and is_loose:
            is_loose[-1] = True
    return False


def _has_invalid_escape(text: str) -> bool:
    """Return whether a character is escaped that Python allows to escape, and browsers do not."""
    for found in _ESCAPES.findall(text):
        literals = _LITERALS + "-" if found[0] == "[" else _LITERALS
        for escaped in re.findall(r"\\(.)", found, re.DOTALL):
            is_letter = escaped.isascii() and escaped.isalnum() and escaped not in "AZa"
            if not is_letter and escaped not in literals:
                return True
    return False
