"""The grammar of the run table's filter.

    query   = all ("or" all)*
    all     = part+                         every part has to hold
    part    = ("-" | "not") part | "(" query ")" | compare | pattern | text
    compare = key op value                  lr<1e-3  tag:base  loss.min<=0.2  name:/adam/
    op      = < <= > >= = != :
    pattern = "/" … "/"
    text    = a word, or anything between double quotes

A key or a value with a space or an operator in it stands between double quotes.
"""

import re
from dataclasses import dataclass
from typing import Final, Literal, cast

from scopeboard.errors import QueryError
from scopeboard.run_filter.safe_expression import parse_expression
from scopeboard.run_filter.spaces import SPACES, code_units, trimmed

CompareOp = Literal["<", "<=", ">", ">=", "=", "!=", ":"]


@dataclass(frozen=True, slots=True)
class Text:
    """A text that is part of a name, in either case."""

    text: str


@dataclass(frozen=True, slots=True)
class Pattern:
    """An expression that matches in a name."""

    pattern: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class Comparison:
    """A comparison of the value of a key with a text, or, after a colon, an expression."""

    key: str
    op: CompareOp
    value: str | re.Pattern[str]

    def __str__(self) -> str:
        shown = self.value if isinstance(self.value, str) else f"/{self.value.pattern}/"
        return f"{self.key}{self.op}{shown}"


@dataclass(frozen=True, slots=True)
class Negation:
    """The opposite of a query."""

    of: "FilterNode"


@dataclass(frozen=True, slots=True)
class Junction:
    """Several queries, all or one of which must hold."""

    kind: Literal["and", "or"]
    of: tuple["FilterNode", ...]


FilterNode = Text | Pattern | Comparison | Negation | Junction

_MAX_CHARACTERS: Final = 2000
_MAX_DEPTH: Final = 50
_OPS: Final = "<=|>=|!=|<|>|=|:"
_OP: Final = re.compile(_OPS)
_KEY: Final = re.compile(
    rf'(?:"([^"]*)"|((?:[^{SPACES}"()<>=!:/]|!(?!=)|(?<=[^{SPACES}])/)+))(?={_OPS})'
)
_SPACE: Final = re.compile(f"[{SPACES}]*")
_ONE_SPACE: Final = re.compile(f"[{SPACES}]")
_WORD: Final = re.compile(f'[^{SPACES}()"]+')
_END: Final = re.compile(rf"\)|or(?=[{SPACES}()]|\Z)", re.IGNORECASE)
_MINUS: Final = re.compile(f"-(?=[^{SPACES}])")
_PATTERN: Final = re.compile(rf"/((?:\\.|[^\\])*?)(/(?=[{SPACES})]|\Z)|\Z)", re.DOTALL)
_KEYWORDS: Final = {
    word: re.compile(rf"{word}(?=[{SPACES}()]|\Z)", re.IGNORECASE) for word in ("or", "not")
}


def parse_filter(text: str) -> FilterNode | None:
    """Return the query of a text; None for white space, which everything passes.

    Raises:
        QueryError: the text is no query; the message is that of the page.
    """
    if not trimmed(text):
        return None
    if code_units(text) > _MAX_CHARACTERS:
        raise QueryError(f"Filter too long (limit {_MAX_CHARACTERS:,} characters)")
    return _Parser(text).query()


class _Parser:
    def __init__(self, text: str) -> None:
        self._rest = text
        self._depth = 0

    def query(self) -> FilterNode:
        node = self._either()
        if self._rest:
            raise QueryError("Unmatched “)”")
        return node

    def _take(self, expression: re.Pattern[str]) -> re.Match[str] | None:
        """Advance beyond an expression if it matches here."""
        found = expression.match(self._rest)
        if found is not None:
            self._rest = self._rest[found.end() :]
        return found

    def _descend(self) -> None:
        self._depth += 1
        if self._depth > _MAX_DEPTH:
            raise QueryError("Too many nested groups")

    def _either(self) -> FilterNode:
        self._descend()
        of = [self._all()]
        while self._take(_KEYWORDS["or"]):
            of.append(self._all())
        self._depth -= 1
        return of[0] if len(of) == 1 else Junction("or", tuple(of))

    def _all(self) -> FilterNode:
        of: list[FilterNode] = []
        self._take(_SPACE)
        while not self._is_at_end():
            of.append(self._part())
            self._take(_SPACE)
        if not of:
            raise QueryError(self._missing())
        return of[0] if len(of) == 1 else Junction("and", tuple(of))

    def _is_at_end(self) -> bool:
        return not self._rest or _END.match(self._rest) is not None

    def _missing(self) -> str:
        if self._rest.startswith(")"):
            return "Nothing before “)”"
        return "Nothing before “or”" if self._rest else "A term is missing at the end"

    def _part(self) -> FilterNode:
        if not (self._take(_KEYWORDS["not"]) or self._take(_MINUS)):
            return self._plain_part()
        self._descend()
        self._take(_SPACE)
        if self._is_at_end():
            raise QueryError("Nothing after “not”")
        of = self._part()
        self._depth -= 1
        return Negation(of)

    def _plain_part(self) -> FilterNode:
        if self._rest.startswith("("):
            return self._bracketed()
        key = self._take(_KEY)
        if key is not None:
            return self._compare(key[2] if key[1] is None else key[1])
        pattern = self._take_pattern()
        return Text(self._take_text()) if pattern is None else Pattern(pattern)

    def _bracketed(self) -> FilterNode:
        self._rest = self._rest[1:]
        node = self._either()
        self._take(_SPACE)
        if not self._rest.startswith(")"):
            raise QueryError("Missing “)”")
        self._rest = self._rest[1:]
        return node

    def _compare(self, key: str) -> Comparison:
        found = self._take(_OP)
        op = cast("CompareOp", found[0] if found else ":")
        pattern = self._take_pattern() if op == ":" else None
        if pattern is not None:
            return Comparison(key, op, pattern)
        if self._is_at_end() or _ONE_SPACE.match(self._rest):
            raise QueryError(f"“{key}{op}” needs a value")
        second = _OP.match(self._rest)
        if second is not None:
            raise QueryError(f"“{key}{op}” needs a value, not “{second[0]}”")
        return Comparison(key, op, self._take_text())

    def _take_pattern(self) -> re.Pattern[str] | None:
        """Return an expression, which the end of the text closes, too."""
        found = _PATTERN.match(self._rest)
        if found is None or found[0] == "/":
            return None
        expression = parse_expression(found[1])
        self._rest = self._rest[found.end() :]
        return expression

    def _take_text(self) -> str:
        if not self._rest.startswith('"'):
            word = self._take(_WORD)
            text, self._rest = (word[0], self._rest) if word else (self._rest, "")
            return text
        text, quote, rest = self._rest[1:].partition('"')
        if not quote:
            raise QueryError('Missing closing “"”')
        self._rest = rest
        return text


def keys_of(node: FilterNode | None) -> list[str]:
    """Return the keys that a query compares, each once."""
    match node:
        case Comparison():
            return [node.key]
        case Negation():
            return keys_of(node.of)
        case Junction():
            return list(dict.fromkeys(key for part in node.of for key in keys_of(part)))
        case _:
            return []
