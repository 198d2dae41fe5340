"""Parse the text of a search into a query.

    conv bias          each word in the name or the op type   -grad      in neither
    name:conv          in the name
    conv | dense       either (also `or`)                    "or"         literally
    stage*/conv?       a glob: see `text_search`             /conv[0-9]+$/   a regular expression
    =layer1/add        the complete name
    op:conv  op:=Add  device:gpu  cluster:c_0                a substring, or any form above
    dtype:float        the complete dtype, or a glob or a regular expression
    shape:?x784  shape:784x*  shape:scalar  shape:unknown    an output's shape; `*` is any number
    attr:padding=SAME  attr:data_format                      the complete value, or a form above
    in:layer1          inside this scope

All terms side by side must match; `|` separates alternatives. An unknown key is an error, but
`while:1` and `aten::add` are names.
"""

import re
from dataclasses import dataclass
from typing import Final, Literal, NoReturn, get_args

from scopeboard.errors import QueryError
from scopeboard.graph.model.text_search import Mode, TextPattern

Key = Literal["any", "name", "op", "device", "cluster", "dtype", "shape", "attr", "in"]
MAX_QUERY_CHARACTERS: Final = 2000
MAX_TERMS: Final = 50
ANY_DIMENSIONS: Final = -2

_KEYS: Final[dict[str, Key]] = {key: key for key in get_args(Key) if key != "any"}
_WHOLE: Final = frozenset({"dtype", "attr", "in"})  # substrings of these are rarely useful
_BLANKS: Final = re.compile(r"\s*")
_OR: Final = re.compile(r"\||or(?=[\s|]|$)", re.IGNORECASE)
_NOT: Final = re.compile("-")
_EQUALS: Final = re.compile("=")
_KEY: Final = re.compile(r"([A-Za-z_]+):")
_AFTER_NAME_COLON: Final = re.compile(r"[:\d]|[\s|]|$")  # follows a colon that belongs to a name
_QUOTED: Final = re.compile(r'"((?:[^"\\]|\\.)*)"')
_EXPRESSION: Final = re.compile(r"/((?:[^/\\]|\\.|/(?![\s|]|$))+)/(?=[\s|]|$)")
_WORD: Final = re.compile(r"[^\s|]+")
_SHAPE: Final = re.compile(r"[\[(][^\])|]*[\])]|[^\s|]+")
_ATTRIBUTE: Final = re.compile(r"[^\s|=\"]+")
_DIMENSIONS: Final = re.compile(r"[x×,]")


@dataclass(frozen=True, slots=True)
class ShapePattern:
    """A shape in which a dimension may be `ANY_DIMENSIONS`; None is an unknown rank."""

    dimensions: tuple[int, ...] | None

    @staticmethod
    def parse(word: str) -> "ShapePattern | None":
        """Return the pattern that a word stands for, None when it stands for none."""
        text = word.strip("[]()").lower().replace(" ", "").removesuffix(",")
        if text in {"scalar", ""}:
            return ShapePattern(()) if text or word else None
        if text == "unknown":
            return ShapePattern(None)
        dimensions: list[int] = []
        for size in _DIMENSIONS.split(text):
            if size == "*":
                dimensions.append(ANY_DIMENSIONS)
            elif size in {"?", "none", "-1"}:
                dimensions.append(-1)
            elif size.isascii() and size.isdecimal() and len(size) < 20:
                dimensions.append(int(size))
            else:
                return None
        return ShapePattern(tuple(dimensions))

    def fits(self, shape: tuple[int, ...]) -> bool:
        """Return whether the pattern matches a shape of known rank; `?` is an unknown size."""
        shape = tuple([max(size, -1) for size in shape])
        if self.dimensions is None or ANY_DIMENSIONS not in self.dimensions:
            return shape == self.dimensions
        pieces: list[tuple[int, ...]] = [()]
        for dimension in self.dimensions:
            if dimension == ANY_DIMENSIONS:
                pieces.append(())
            else:
                pieces[-1] += (dimension,)
        first, *between, last = pieces
        position, end = len(first), len(shape) - len(last)
        if position > end or shape[:position] != first or shape[end:] != last:
            return False
        for piece in between:
            starts = range(position, end - len(piece) + 1)
            start = next((n for n in starts if shape[n : n + len(piece)] == piece), None)
            if start is None:
                return False
            position = start + len(piece)
        return True


@dataclass(frozen=True, slots=True)
class AttributePattern:
    """An attribute with a name that matches, and with a value that matches if one is given."""

    name: TextPattern
    value: TextPattern | None


@dataclass(frozen=True, slots=True)
class Term:
    """One condition. `position` is where it begins in the query, counted from 1."""

    key: Key
    pattern: TextPattern | ShapePattern | AttributePattern
    is_negated: bool
    position: int


Query = list[list[Term]]
"""Alternatives, each a list of terms that must all match. A query without any matches nothing."""


class Cursor:
    """A position in the text of a query, which moves from left to right."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0

    def accept(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Move past a pattern if it comes next, and return its match."""
        match = pattern.match(self.text, self.position)
        if match is not None:
            self.position = match.end()
        return match

    def expect(self, pattern: re.Pattern[str], message: str) -> str:
        """Move past a pattern and return its text.

        Raises:
            QueryError: something else comes next.
        """
        match = self.accept(pattern)
        if match is None:
            self.fail(message)
        return match.group()

    def fail(self, message: str) -> NoReturn:
        """Raise a `QueryError` that names the position."""
        raise QueryError(f"{message} (character {self.position + 1}).")


def read_query(text: str) -> Query:
    """Parse a query.

    Raises:
        QueryError: the text is no query; the message names the position.
    """
    if len(text) > MAX_QUERY_CHARACTERS:
        raise QueryError(f"A search may have at most {MAX_QUERY_CHARACTERS:,} characters.")
    cursor = Cursor(text)
    query: Query = [[]]
    cursor.accept(_BLANKS)
    while cursor.position < len(text):
        if cursor.accept(_OR):
            if not query[-1]:
                cursor.fail("There is no term before the “or”")
            query.append([])
        else:
            query[-1].append(_read_term(cursor))
        cursor.accept(_BLANKS)
    if len(query) > 1 and not query[-1]:
        cursor.fail("There is no term after the last “or”")
    if sum(map(len, query)) > MAX_TERMS:
        raise QueryError(f"A search may have at most {MAX_TERMS} terms.")
    return query if query[0] else []


def _read_term(cursor: Cursor) -> Term:
    """Read one condition; a term without a key is about the name or the op type."""
    position = cursor.position + 1
    is_negated = cursor.accept(_NOT) is not None
    key: Key = "any"
    start = cursor.position
    if match := cursor.accept(_KEY):
        known = _KEYS.get(match[1].lower())
        if known is not None:
            key = known
        else:
            cursor.position = start
            if not _AFTER_NAME_COLON.match(cursor.text, match.end()):
                keys = ", ".join(f"{each}:" for each in _KEYS)
                cursor.fail(f"Unknown key “{match[0]}”; use {keys} or put the name in quotes")
    if key == "shape":
        start = cursor.position
        quoted = cursor.accept(_QUOTED)
        word = quoted[1] if quoted else cursor.expect(_SHAPE, "The shape is missing")
        shape = ShapePattern.parse(word)
        if shape is None:
            cursor.position = start
            cursor.fail(f"“{word}” is not a shape like 784x500, ?x10, 784x*, scalar or unknown")
        return Term(key, shape, is_negated, position)
    if key == "attr":
        word = cursor.expect(_ATTRIBUTE, "The name of an attribute is missing")
        name = TextPattern("glob" if "*" in word or "?" in word else "exact", word)
        value = _read_text_pattern(cursor, "exact") if cursor.accept(_EQUALS) else None
        return Term(key, AttributePattern(name, value), is_negated, position)
    mode: Mode = "exact" if key in _WHOLE else "substring"
    return Term(key, _read_text_pattern(cursor, mode), is_negated, position)


def _read_text_pattern(cursor: Cursor, default: Mode) -> TextPattern:
    """Read a text; `default` is the mode of one that is no expression, glob or complete name."""
    if match := cursor.accept(_EXPRESSION):
        return TextPattern("expression", match[1].replace(r"\/", "/"))
    is_whole = cursor.accept(_EQUALS) is not None
    if match := cursor.accept(_QUOTED):
        return TextPattern("exact" if is_whole else default, re.sub(r"\\(.)", r"\1", match[1]))
    if cursor.text.startswith('"', cursor.position):
        cursor.fail("A quote is not closed")
    word = cursor.expect(_WORD, "The text to search for is missing")
    if is_whole:
        return TextPattern("exact", word)
    return TextPattern("glob" if "*" in word or "?" in word else default, word)
