"""What all of these answers share: JSON as TensorBoard writes it, parameters as it reads them."""

import math
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, Final

import numpy as np
import orjson
from numpy.typing import NDArray
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from scopeboard.errors import QueryError

_ROWS_AT_ONCE: Final = 256


def json_answer(content: object) -> Response:
    """Return an answer; see `in_words` for numbers that are not finite."""
    return Response(orjson.dumps(content), media_type="application/json")


def streamed_array(rows: Iterable[Any]) -> Response:
    """Return an array of rows that are made as they are sent: there may be millions."""
    return StreamingResponse(_array(rows), media_type="application/json")


def streamed_object(fields: Iterable[tuple[str, Iterable[Any]]]) -> Response:
    """Return an object of arrays, likewise."""
    return StreamingResponse(_object(fields), media_type="application/json")


def _array(rows: Iterable[Any]) -> Iterator[bytes]:
    yield b"["
    remaining, comma = iter(rows), b""
    while some := list(islice(remaining, _ROWS_AT_ONCE)):
        yield comma + orjson.dumps(some)[1:-1]
        comma = b","
    yield b"]"


def _object(fields: Iterable[tuple[str, Iterable[Any]]]) -> Iterator[bytes]:
    opening = b"{"
    for name, rows in fields:
        yield opening + orjson.dumps(name) + b":"
        yield from _array(rows)
        opening = b","
    yield b"}" if opening == b"," else b"{}"


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
