"""Many texts, searched at once.

Two hundred thousand names take Python a tenth of a second to look at one by one. Joined into one
buffer of lines they take NumPy a few milliseconds: the rarest byte of what is sought is compared
with the whole buffer, and the other bytes only where that one stands.

Letters count as the same in either case unless what is sought has a capital. A glob may match from
the start of any part of a path, and then to the end: `*` is any text, slashes included, and `?` any
one character. It becomes an expression in which each star but the last takes as little as it can
and never reconsiders, which is enough for globs and linear in the text. What a viewer writes as a
regular expression is matched with one line at a time (see `patterns`).
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import compress
from typing import Final, Literal

import numpy as np

from scopeboard.arrays import Flags, Indices
from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled
from scopeboard.errors import QueryError
from scopeboard.patterns import compile_pattern

Mode = Literal["part", "whole", "glob", "expression"]
MAX_PATTERN_CHARACTERS: Final = 1000
_NEWLINE: Final = 0x0A
_LINES_BETWEEN_CHECKS: Final = 4096
_SAMPLE: Final = 1 << 16  # bytes that tell well enough how frequent each is
_FEW: Final = 4  # lines are looked at one by one where they are fewer than this part of all


@dataclass(frozen=True, slots=True)
class TextPattern:
    """What is sought in a text: a part of it, the whole, a glob or a regular expression.

    `keeps_case` tells that letters never count as the same in either case.
    """

    mode: Mode
    text: str
    keeps_case: bool = False

    @property
    def ignores_case(self) -> bool:
        """Tell whether letters count as the same in either case: there is no capital among them."""
        if self.keeps_case:
            return False
        plain = re.sub(r"\\.", "", self.text) if self.mode == "expression" else self.text
        return not any(letter.isupper() for letter in plain)


class TextBuffer:
    """Texts as one buffer of lines.

    Args:
        texts: any texts; a line break within one is taken as a space.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        joined = "\n".join(texts)
        if joined.count("\n") != max(len(texts) - 1, 0):
            joined = "\n".join(text.replace("\n", " ") for text in texts)
        self._count = len(texts)
        self._lines = (joined + "\n").encode("utf-8", "replace") if texts else b""

    def __len__(self) -> int:
        """Return the number of texts."""
        return self._count

    def matching(self, pattern: TextPattern, check: CancelCheck = never_cancelled) -> Flags:
        """Return for each text whether it matches.

        Raises:
            QueryError: the pattern is wrong or too long.
        """
        if len(pattern.text) > MAX_PATTERN_CHARACTERS:
            raise QueryError(f"What is sought may have {MAX_PATTERN_CHARACTERS:,} characters.")
        lines = self._folded() if pattern.ignores_case else self._lines
        starts = _line_starts(lines)
        found = np.zeros(self._count, dtype=np.bool_)
        if self._count:
            found[_lines_of(starts, self._places(pattern, lines, starts, check))] = True
        return found

    def _folded(self) -> bytes:
        """Return the lines in small letters."""
        if self._lines.isascii():
            return self._lines.lower()
        return self._lines.decode().lower().encode()

    def _places(
        self, pattern: TextPattern, lines: bytes, starts: Indices, check: CancelCheck
    ) -> Indices:
        """Return where matches stand, at least one in each line that has any."""
        text = pattern.text.lower() if pattern.ignores_case else pattern.text
        if pattern.mode == "expression":
            places = _places_of_expression(pattern, lines, starts, check)
            return np.fromiter(places, dtype=np.int64)
        if pattern.mode == "glob":
            return _places_of_glob(text, lines, starts)
        part = text.encode("utf-8", "replace")
        places_of_part = _places_of_part(lines, part, starts)
        return places_of_part if pattern.mode == "part" else _whole(lines, part, places_of_part)


def _line_starts(lines: bytes) -> Indices:
    ends = np.flatnonzero(np.frombuffer(lines, dtype=np.uint8) == _NEWLINE)
    return np.concatenate(([0], ends[:-1] + 1))


def _lines_of(starts: Indices, places: Indices) -> Indices:
    """Return the lines that places, in ascending order, lie in."""
    rows: Indices = np.searchsorted(starts, places, side="right") - 1
    return rows


def _places_of_part(lines: bytes, part: bytes, starts: Indices) -> Indices:
    """Return every place where `part`, which has no line break, stands."""
    if not part:
        return starts
    if _NEWLINE in part:
        return np.empty(0, dtype=np.int64)
    buffer = np.frombuffer(lines, dtype=np.uint8)
    frequency = np.bincount(buffer[:: max(buffer.size // _SAMPLE, 1)], minlength=256)
    rarest = min(range(len(part)), key=lambda place: frequency[part[place]])
    places = np.flatnonzero(buffer == part[rarest]) - rarest
    places = places[(places >= 0) & (places <= len(lines) - len(part))]
    for place, byte in enumerate(part):
        places = places[buffer[places + place] == byte]
    return places


def _places_of_expression(
    pattern: TextPattern, lines: bytes, starts: Indices, check: CancelCheck
) -> Iterator[int]:
    """Yield the start of each line that a regular expression matches in."""
    matches = compile_pattern(pattern.text, ignore_case=pattern.ignores_case)
    texts = lines.decode().split("\n")[:-1]
    for first in range(0, len(texts), _LINES_BETWEEN_CHECKS):
        check()
        batch = slice(first, first + _LINES_BETWEEN_CHECKS)
        yield from compress(starts[batch].tolist(), map(matches, texts[batch]))


def _whole(lines: bytes, part: bytes, places: Indices) -> Indices:
    """Keep the places where a line begins that holds nothing else."""
    buffer = np.frombuffer(lines, dtype=np.uint8)
    begins = (places == 0) | (buffer[places - 1] == _NEWLINE)
    kept: Indices = places[begins & (buffer[places + len(part)] == _NEWLINE)]
    return kept


def _places_of_glob(text: str, lines: bytes, starts: Indices) -> Indices:
    """Return where matches stand; only lines that hold the longest piece are looked at."""
    expression, piece = _glob(text), max(re.split(r"[*?]", text), key=len)
    places = _places_of_part(lines, piece.encode("utf-8", "replace"), starts)
    rows = np.unique(_lines_of(starts, places))
    if rows.size * _FEW < starts.size:
        ends = np.append(starts[1:], len(lines))[rows] - 1
        spans = zip(starts[rows].tolist(), ends.tolist(), strict=True)
        found = [start for start, end in spans if expression.search(lines, start, end)]
        return np.array(found, dtype=np.int64)
    last = len(lines) - 1  # behind it begins a line that is none
    matches = expression.finditer(lines, 0, last)
    return np.fromiter((match.start() for match in matches), dtype=np.int64)


def _glob(text: str) -> re.Pattern[bytes]:
    """Return the expression of a glob, over lines; see above.

    With a star, the first part of the path that the beginning fits is as good as any other.
    """
    first, *rest = [_glob_piece(piece) for piece in re.sub(r"\*+", "*", text).split("*")]
    if not rest:
        return re.compile(rb"(?m)^(?:[^\n]*/)?" + first + rb"$")
    begin = rb"(?m)^(?>(?:[^\n/]*/)*?" + first + rb")"
    stars = [rb"(?>[^\n]*?" + piece + rb")" for piece in rest[:-1]]
    return re.compile(begin + b"".join(stars) + rb"[^\n]*" + rest[-1] + rb"$")


def _glob_piece(piece: str) -> bytes:
    """Return the expression of a piece without stars; a `?` spans the bytes of one character."""
    any_character = rb"(?:[^\x80-\xff\n]|[\xc0-\xff][\x80-\xbf]*)"
    return any_character.join(
        re.escape(part.encode("utf-8", "replace")) for part in piece.split("?")
    )
