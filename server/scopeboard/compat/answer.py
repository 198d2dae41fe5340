"""What all of these answers share: JSON as TensorBoard writes it, parameters as it reads them."""

import math
from typing import Any

import numpy as np
import orjson
from numpy.typing import NDArray
from starlette.requests import Request
from starlette.responses import Response

from scopeboard.errors import QueryError


def json_answer(content: object) -> Response:
    """Return an answer; see `in_words` for numbers that are not finite."""
    return Response(orjson.dumps(content), media_type="application/json")


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
