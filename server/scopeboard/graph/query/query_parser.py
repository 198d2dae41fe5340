"""What a viewer types into the search field, as a value.

    conv bias          both words in the name               -grad        not in the name
    conv | dense       either (also `or`)                    "or"         as it stands
    stage*/conv?       a glob: see `text_search`             /conv[0-9]+$/   a regular expression
    =layer1/add        the whole name
    op:conv  op:=Add  device:gpu  cluster:c_0                a part of it, or any form above
    dtype:float        the whole of it, or a glob or a regular expression
    shape:?x784  shape:784x*  shape:scalar  shape:unknown    an output's shape; `*` is any number
    attr:padding=SAME  attr:data_format                      the whole of it, or a form above
    in:layer1          inside this scope

Terms that stand beside one another must all hold; `|` separates alternatives. An unknown key is an
error, but `while:1` and `aten::add` are parts of names.
"""

import re
from dataclasses import dataclass
from typing import Final, Literal, get_args

from scopeboard.errors import QueryError
from scopeboard.graph.model.text_search import Mode, TextPattern

Key = Literal["name", "op", "device", "cluster", "dtype", "shape", "attr", "in"]
MAX_QUERY_CHARACTERS: Final = 2000
MAX_TERMS: Final = 50
ANY_DIMENSIONS: Final = -2

_KEYS: Final[dict[str, Key]] = {key: key for key in get_args(Key)}
_WHOLE: Final = frozenset({"dtype", "attr", "in"})  # of these a part is rarely what is meant
_KEY: Final = re.compile(r"([A-Za-z_]+):")
_IN_NAMES: Final = re.compile(r"[:\d]|[\s|]|$")  # what follows a colon that is part of a name
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

    def fits(self, shape: tuple[int, ...]) -> bool:
        """Return whether a shape of known rank is meant."""
        sought = self.dimensions
        if sought is None or ANY_DIMENSIONS not in sought:
            return shape == sought
        before, *between, after = _pieces(sought)
        end = len(shape) - len(after)
        if len(before) > end or shape[: len(before)] != before or shape[end:] != after:
            return False
        return _stand_in_order(shape[len(before) : end], between)


@dataclass(frozen=True, slots=True)
class AttributePattern:
    """An attribute of this name, and of a value that matches if one is given."""

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
"""Alternatives, each of terms that must all hold. Without any, nothing matches."""


def read_query(text: str) -> Query:
    """Read a query.

    Raises:
        QueryError: it has no meaning; the message says where.
    """
    if len(text) > MAX_QUERY_CHARACTERS:
        raise QueryError(f"A search may have {MAX_QUERY_CHARACTERS:,} characters.")
    query = _Reader(text).read()
    if sum(map(len, query)) > MAX_TERMS:
        raise QueryError(f"A search may have {MAX_TERMS} terms.")
    return query


class _Reader:
    """Reads one query from left to right."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0

    def read(self) -> Query:
        """Return the alternatives."""
        query: Query = [[]]
        while self._skip_blanks():
            if self._take("|") or self._take_word("or"):
                self._expect(bool(query[-1]), "Nothing stands before the “or”")
                query.append([])
            else:
                query[-1].append(self._term())
        self._expect(bool(query[-1]) or len(query) == 1, "Nothing stands behind the last “or”")
        return query if query[0] else []

    def _skip_blanks(self) -> bool:
        """Go to the next sign; tell whether there is one."""
        while self._at < len(self._text) and self._text[self._at].isspace():
            self._at += 1
        return self._at < len(self._text)

    def _take(self, sign: str) -> bool:
        """Go past a sign if it comes next."""
        found = self._text.startswith(sign, self._at)
        self._at += len(sign) * found
        return found

    def _take_word(self, word: str) -> bool:
        """Go past a word, in either case, if it comes next."""
        match = _WORD.match(self._text, self._at)
        found = match is not None and match.group().lower() == word
        self._at += len(word) * found
        return found

    def _expect(self, is_so: bool, complaint: str) -> None:
        if not is_so:
            raise QueryError(f"{complaint} (character {min(self._at, len(self._text)) + 1}).")

    def _term(self) -> Term:
        position = self._at + 1
        is_negated = self._take("-")
        key = self._key()
        if key == "shape":
            return Term(key, self._shape(), is_negated, position)
        if key == "attr":
            return Term(key, self._attribute(), is_negated, position)
        pattern = self._pattern("exact" if key in _WHOLE else "substring")
        return Term(key, pattern, is_negated, position)

    def _key(self) -> Key:
        """Return the key that comes next; a term without one asks for the name."""
        match = _KEY.match(self._text, self._at)
        if match is None:
            return "name"
        key = _KEYS.get(match[1].lower())
        if key is None:
            self._expect(_IN_NAMES.match(self._text, match.end()) is not None, _no_key(match[1]))
            return "name"
        self._at = match.end()
        return key

    def _pattern(self, plain: Mode) -> TextPattern:
        """Return the text that comes next; `plain` is how it is meant when it has no form."""
        if match := _EXPRESSION.match(self._text, self._at):
            self._at = match.end()
            return TextPattern("expression", match[1].replace(r"\/", "/"))
        is_whole = self._take("=")
        if match := _QUOTED.match(self._text, self._at):
            self._at = match.end()
            return TextPattern("exact" if is_whole else plain, re.sub(r"\\(.)", r"\1", match[1]))
        self._expect(not self._text.startswith('"', self._at), "A quote is not closed")
        word = self._word(_WORD, "Something to search for is missing")
        if is_whole:
            return TextPattern("exact", word)
        return TextPattern("glob" if "*" in word or "?" in word else plain, word)

    def _word(self, kind: re.Pattern[str], complaint: str) -> str:
        match = kind.match(self._text, self._at)
        self._expect(match is not None, complaint)
        word = "" if match is None else match.group()
        self._at += len(word)
        return word

    def _shape(self) -> ShapePattern:
        start = self._at
        quoted = _QUOTED.match(self._text, start)
        word = quoted[1] if quoted else self._word(_SHAPE, "A shape is missing")
        self._at = quoted.end() if quoted else self._at
        shape = _read_shape(word)
        if shape is None:
            raise QueryError(
                f"“{word}” is no shape (character {start + 1}): write 784x500, ?x10, 784x*, scalar "
                "or unknown."
            )
        return shape

    def _attribute(self) -> AttributePattern:
        name = self._word(_ATTRIBUTE, "The name of an attribute is missing")
        is_glob = "*" in name or "?" in name
        pattern = TextPattern("glob" if is_glob else "exact", name)
        return AttributePattern(pattern, self._pattern("exact") if self._take("=") else None)


def _no_key(word: str) -> str:
    keys = ", ".join(f"{key}:" for key in get_args(Key))
    return f"There is no “{word}:”, only {keys}; a name with a colon stands in quotes"


def _pieces(sought: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return what stands between `ANY_DIMENSIONS`, and before the first and behind the last."""
    pieces: list[tuple[int, ...]] = [()]
    for dimension in sought:
        if dimension == ANY_DIMENSIONS:
            pieces.append(())
        else:
            pieces[-1] += (dimension,)
    return pieces


def _stand_in_order(shape: tuple[int, ...], pieces: list[tuple[int, ...]]) -> bool:
    """Return whether all pieces stand in a shape, one behind the other."""
    at = 0
    for piece in pieces:
        places = range(at, len(shape) - len(piece) + 1)
        found = next((p for p in places if shape[p : p + len(piece)] == piece), None)
        if found is None:
            return False
        at = found + len(piece)
    return True


def _read_shape(word: str) -> ShapePattern | None:
    """Return the shape that a word means, or None when it means none."""
    plain = word.strip("[]()").lower().replace(" ", "").removesuffix(",")
    if plain in {"scalar", ""}:
        return ShapePattern(()) if plain or word else None
    if plain == "unknown":
        return ShapePattern(None)
    dimensions = [_read_dimension(part) for part in _DIMENSIONS.split(plain)]
    known = tuple(dimension for dimension in dimensions if dimension is not None)
    return ShapePattern(known) if len(known) == len(dimensions) else None


def _read_dimension(part: str) -> int | None:
    if part == "*":
        return ANY_DIMENSIONS
    if part in {"?", "none", "-1"}:
        return -1
    return int(part) if part.isascii() and part.isdecimal() and len(part) < 20 else None
