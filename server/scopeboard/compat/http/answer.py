"""What all of these answers share: JSON as TensorBoard writes it, parameters as it reads them."""

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Final, TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from scopeboard.errors import QueryError

Row = TypeVar("Row")
_ROWS_AT_ONCE: Final = 256
_BYTES_AT_ONCE: Final = 256 << 10


def json_answer(content: object) -> Response:
    """Return an answer; see `in_words` for numbers that are not finite."""
    return Response(msgspec.json.encode(content), media_type="application/json")


def streamed_array(blocks: Iterable[Sequence[Any]]) -> Response:
    """Return an array of rows that are made, a block at a time, as they are sent."""
    return StreamingResponse(together(_array(blocks)), media_type="application/json")


def streamed_object(fields: Iterable[tuple[str, Iterable[Sequence[Any]]]]) -> Response:
    """Return an object of arrays, likewise."""
    return StreamingResponse(together(object_parts(fields)), media_type="application/json")


def sent_text(pieces: Iterable[str]) -> Iterator[bytes]:
    """Yield a text in parts that are sent; what no UTF-8 can be is written with a mark."""
    return together(piece.encode("utf-8", "replace") for piece in pieces)


def in_blocks(rows: Iterable[Row]) -> Iterator[list[Row]]:
    """Yield rows that come one by one in blocks."""
    remaining = iter(rows)
    while some := list(islice(remaining, _ROWS_AT_ONCE)):
        yield some


def object_parts(fields: Iterable[tuple[str, Iterable[Sequence[Any]]]]) -> Iterator[bytes]:
    """Yield the text of an object of arrays."""
    opening = b"{"
    for name, blocks in fields:
        yield opening + msgspec.json.encode(name) + b":"
        yield from _array(blocks)
        opening = b","
    yield b"}" if opening == b"," else b"{}"


def _array(blocks: Iterable[Sequence[Any]]) -> Iterator[bytes]:
    yield b"["
    comma = b""
    for block in filter(len, blocks):
        yield comma + msgspec.json.encode(block)[1:-1]
        comma = b","
    yield b"]"


def together(parts: Iterable[bytes]) -> Iterator[bytes]:
    """Yield parts large enough to be sent: handing each to the network takes a tenth of a ms."""
    held, size = [], 0
    for part in parts:
        held.append(part)
        size += len(part)
        if size >= _BYTES_AT_ONCE:
            yield b"".join(held)
            held, size = [], 0
    yield b"".join(held)


def in_words(table: NDArray[np.float64]) -> list[Any]:
    """Return an array as lists, what is not finite as the strings that TensorBoard has."""
    listed: list[Any] = table.tolist()
    return listed if np.isfinite(table).all() else _in_words(listed)


def _in_words(value: Any) -> Any:  # noqa: ANN401 - JSON
    if isinstance(value, list):
        return [_in_words(each) for each in value]
    if math.isfinite(value):
        return value
    return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"


def parameter(request: Request, name: str) -> str:
    """Return a parameter that has to be there.

    Raises:
        QueryError: it is not.
    """
    value = request.query_params.get(name)
    if value is None:
        raise QueryError(f"The parameter {name!r} is missing.")
    return value
