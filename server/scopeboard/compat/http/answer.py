"""JSON responses as TensorBoard writes them, and parameters as it reads them."""

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Final, TypeVar

import msgspec
import numpy as np
from numpy.typing import ArrayLike, NDArray
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from scopeboard.errors import QueryError
from scopeboard.export.pieces import coalesce
from scopeboard.number_text import nonfinite_text

Row = TypeVar("Row")
_ROWS_AT_ONCE: Final = 256
_MIN_CHUNK: Final = 256 << 10  # bytes


def json_answer(content: object) -> Response:
    """Return a JSON response; see `json_number` for numbers that are not finite."""
    return Response(msgspec.json.encode(content), media_type="application/json")


def streamed_array(blocks: Iterable[Sequence[Any]]) -> Response:
    """Return an array of rows; each block is computed when it is sent."""
    return streamed_json(_encode_array(blocks))


def streamed_object(fields: Iterable[tuple[str, Iterable[Sequence[Any]]]]) -> Response:
    """Return an object of arrays; each block is computed when it is sent."""
    return streamed_json(encode_object(fields))


def streamed_json(pieces: Iterable[bytes]) -> Response:
    """Return a JSON response from pieces of encoded JSON."""
    return StreamingResponse(coalesce(pieces, _MIN_CHUNK), media_type="application/json")


def streamed_text(pieces: Iterable[str], media_type: str) -> Response:
    """Return a text response in UTF-8; lone surrogates become question marks."""
    encoded = (piece.encode("utf-8", "replace") for piece in pieces)
    return StreamingResponse(coalesce(encoded, _MIN_CHUNK), media_type=media_type)


def in_blocks(rows: Iterable[Row]) -> Iterator[list[Row]]:
    """Yield rows in blocks of at most `_ROWS_AT_ONCE`."""
    remaining = iter(rows)
    while block := list(islice(remaining, _ROWS_AT_ONCE)):
        yield block


def encode_object(fields: Iterable[tuple[str, Iterable[Sequence[Any]]]]) -> Iterator[bytes]:
    """Yield pieces of the JSON of an object of arrays."""
    opening = b"{"
    for name, blocks in fields:
        yield opening + msgspec.json.encode(name) + b":"
        yield from _encode_array(blocks)
        opening = b","
    yield b"}" if opening == b"," else b"{}"


def _encode_array(blocks: Iterable[Sequence[Any]]) -> Iterator[bytes]:
    yield b"["
    comma = b""
    for block in filter(len, blocks):
        yield comma + msgspec.json.encode(block)[1:-1]
        comma = b","
    yield b"]"


def with_nonfinite_as_text(table: NDArray[np.float64]) -> list[Any]:
    """Return an array [n] or [n, m] as lists, with numbers as `json_number` writes them."""
    values: list[Any] = table.tolist()
    if np.isfinite(table).all():
        return values
    if table.ndim == 1:
        return [json_number(value) for value in values]
    return [[json_number(value) for value in row] for row in values]


def json_rows(*columns: ArrayLike) -> list[Any]:
    """Return columns [n] as rows; see `json_number` for numbers that are not finite."""
    return with_nonfinite_as_text(np.column_stack(columns))


def json_number(value: float) -> float | str:
    """Return a number as protobuf's JSON has it: NaN and the infinities are strings."""
    if math.isfinite(value):
        return value
    return nonfinite_text(value)


def parameter(request: Request, name: str) -> str:
    """Return a required parameter.

    Raises:
        QueryError: it is missing.
    """
    value = request.query_params.get(name)
    if value is None:
        raise QueryError(f"The parameter {name!r} is missing.")
    return value
