"""Symbolic sizes as short texts: `s0`, `2*s0 + 1`.

Older programs have the text that SymPy prints, newer ones its constructors:
`Add(Mul(Integer(2), Symbol('s0', integer=True)), Integer(1))`.
"""

import re
from functools import lru_cache
from typing import Final

MAX_SYMBOL: Final = 24
"""Longer expressions make no name of a dimension that a reader could use."""
_MAX_EXPRESSION: Final = 2000
_MAX_NESTING: Final = 16
_MAX_KNOWN: Final = 1024  # a program has few symbols, and each in thousands of shapes
_TOKEN: Final = re.compile(
    r"\s*(?:(?P<name>[A-Za-z_][A-Za-z_0-9.]*)|(?P<number>-?\d{1,18})|'(?P<text>[^']*)'"
    r"|(?P<mark>[(),=]))"
)
_CONSTRUCTOR: Final = re.compile(r"[A-Za-z_][A-Za-z_0-9.]*\(")
_OPERATORS: Final = {"Add": " + ", "Mul": "*", "FloorDiv": "//", "CleanDiv": "//"}


class _NoExpressionError(Exception):
    """A text is no expression of constructors."""


@lru_cache(_MAX_KNOWN)
def symbol_text(expression: str) -> str:
    """Return a short text of an expression, empty for one that is long or cannot be read."""
    text = expression[: _MAX_EXPRESSION + 1].strip()
    if len(text) > _MAX_EXPRESSION:
        return ""
    if _CONSTRUCTOR.match(text):
        try:
            text = _Reader(text).whole()
        except _NoExpressionError:
            return ""
    return text if len(text) <= MAX_SYMBOL and text.isprintable() else ""


class _Reader:
    """Reads one expression."""

    def __init__(self, text: str) -> None:
        self._text, self._position = text, 0

    def whole(self) -> str:
        """Return the expression without parentheses around it."""
        text = self._expression(0)
        if self._text[self._position :].strip():
            raise _NoExpressionError
        return text[1:-1] if text[:1] == "(" else text

    def _next(self) -> tuple[str, str]:
        match = _TOKEN.match(self._text, self._position)
        if match is None or match.lastgroup is None:
            raise _NoExpressionError
        self._position = match.end()
        return match.lastgroup, match[match.lastgroup]

    def _expression(self, depth: int) -> str:
        kind, value = self._next()
        if kind == "number":
            return value
        if kind != "name" or depth > _MAX_NESTING:
            raise _NoExpressionError
        if not self._text.startswith("(", self._position):
            return value  # `True`, or an attribute such as `S.Infinity`
        self._position += 1
        return _joined(value, self._arguments(depth))

    def _arguments(self, depth: int) -> list[str]:
        """Return the arguments of a constructor, without assumptions such as `integer=True`."""
        found: list[str] = []
        while True:
            start = self._position
            kind, value = self._next()
            if (kind, value) == ("mark", ")"):
                return found
            if (kind, value) == ("mark", ","):
                continue
            if kind == "name" and self._text.startswith("=", self._position):
                self._position += 1
                self._expression(depth + 1)
            elif kind == "text":
                found.append(value)
            else:
                self._position = start
                found.append(self._expression(depth + 1))


def _joined(name: str, arguments: list[str]) -> str:
    """Return a constructor as it is written by hand."""
    if name in {"Symbol", "Integer", "Dummy"} and len(arguments) == 1:
        return arguments[0]
    if name == "Pow" and len(arguments) == 2:
        return f"{arguments[0]}**{arguments[1]}"
    operator = _OPERATORS.get(name)
    if operator is None or len(arguments) < 2:
        return f"{name.rpartition('.')[2]}({', '.join(arguments)})"
    if name == "Add":
        return f"({operator.join(arguments)})"
    return operator.join(arguments)
