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
from scopeboard.export.pieces import coalesce

Row = TypeVar("Row")
PIECE_BYTES: Final = 256 << 10  # passing a piece to the network takes a tenth of a millisecond
_ROWS_AT_ONCE: Final = 256


def json_answer(content: object) -> Response:
    """Return an answer; see `with_nonfinite_as_text` for numbers that are not finite."""
    return Response(msgspec.json.encode(content), media_type="application/json")


def streamed_array(blocks: Iterable[Sequence[Any]]) -> Response:
    """Return an array of rows that are made, a block at a time, as they are sent."""
    return StreamingResponse(coalesce(_array(blocks), PIECE_BYTES), media_type="application/json")


def streamed_object(fields: Iterable[tuple[str, Iterable[Sequence[Any]]]]) -> Response:
    """Return an object of arrays, likewise."""
    return StreamingResponse(
        coalesce(object_parts(fields), PIECE_BYTES), media_type="application/json"
    )


def sent_text(pieces: Iterable[str]) -> Iterator[bytes]:
    """Yield a text in parts that are sent; what no UTF-8 can be is written with a mark."""
    return coalesce((piece.encode("utf-8", "replace") for piece in pieces), PIECE_BYTES)


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


def with_nonfinite_as_text(table: NDArray[np.float64]) -> list[Any]:
    """Return an array as lists, what is not finite as the strings that TensorBoard has."""
    listed: list[Any] = table.tolist()
    return listed if np.isfinite(table).all() else _nonfinite_as_text(listed)


def _nonfinite_as_text(value: Any) -> Any:  # noqa: ANN401 - JSON
    if isinstance(value, list):
        return [_nonfinite_as_text(each) for each in value]
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
