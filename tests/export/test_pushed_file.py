"""A writer that produces a whole file in one call, read piece by piece."""

from collections.abc import Iterator
from itertools import count
from threading import Event
from typing import IO

import pytest

from scopeboard.export.pushed_file import pushed_file

PIECE = bytes(64 << 10)


def copy(items: Iterator[bytes], file: IO[bytes]) -> None:
    for item in items:
        file.write(item)


class Items:
    """Items without an end; `closed` is set when the iterator is closed."""

    def __init__(self) -> None:
        self.made = 0
        self.closed = Event()

    def __iter__(self) -> Iterator[bytes]:
        try:
            for self.made in count(1):
                yield PIECE
        finally:
            self.closed.set()


def test_the_pieces_are_the_file() -> None:
    items = [bytes([n % 251]) * (n * 37 % 9000) for n in range(200)]
    pieces = list(pushed_file(items, copy))
    assert b"".join(pieces) == b"".join(items)
    assert 1 < len(pieces) < 20


def test_an_empty_file_has_no_pieces() -> None:
    assert list(pushed_file([], copy)) == []


def test_nothing_is_read_before_the_first_piece_is_requested() -> None:
    items = Items()
    pushed_file(items, copy)
    assert items.made == 0


def test_the_writer_waits_for_its_reader() -> None:
    items = Items()
    pieces = pushed_file(items, copy)
    for read in range(1, 50):
        assert next(pieces) == PIECE
        assert items.made <= read + 6  # four are queued, one waits for the queue, one is created
    pieces.close()


def test_closing_the_reader_ends_the_items() -> None:
    items = Items()
    pieces = pushed_file(items, copy)
    next(pieces)
    pieces.close()
    assert items.closed.wait(120)


def test_an_error_of_the_items_is_raised_here_and_not_in_the_writer() -> None:
    ended = []

    def items() -> Iterator[bytes]:
        yield PIECE
        raise LookupError("damaged")

    def write(items: Iterator[bytes], file: IO[bytes]) -> None:
        copy(items, file)
        file.write(b"the end of the file")
        ended.append(True)

    pieces = pushed_file(items(), write)
    assert next(pieces) == PIECE
    with pytest.raises(LookupError, match="damaged"):
        next(pieces)
    assert ended == [True]


def test_an_error_of_the_writer_is_raised_here() -> None:
    def write(items: Iterator[bytes], file: IO[bytes]) -> None:
        file.write(next(items))
        raise BaseExceptionGroup("a panic", [KeyboardInterrupt()])

    pieces = pushed_file([PIECE], write)
    assert next(pieces) == PIECE
    with pytest.raises(BaseExceptionGroup, match="a panic"):
        next(pieces)
