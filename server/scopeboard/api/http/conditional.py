"""What bodies of answers share: how numbers are written, and when one need not be sent again.

Without the models of answers, which take long to load.
"""

import math
import re
from asyncio import sleep
from collections.abc import Callable, Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

LARGEST_EXACT: Final = 2**53  # beyond it, JavaScript's numbers skip integers
_CACHE_CONTROL: Final = "private, no-cache"  # keep it, but ask each time whether it is still true
_REFUSED: Final = re.compile(r"q=0(\.0*)?")  # RFC 9110, 12.4.2
_SLICE_BYTES: Final = 512 << 10

Body = bytes | list[bytes] | Iterator[bytes]
"""A body, its parts, or these as they are made."""

JsonStep = int | str
"""A step; a decimal string where a JavaScript number would not be exact."""


def json_steps(steps: NDArray[np.int64]) -> list[JsonStep]:
    """Return steps as JSON carries them: numbers where exact, decimal strings beyond."""
    if not len(steps) or -LARGEST_EXACT <= steps.min() <= steps.max() <= LARGEST_EXACT:
        exact: list[JsonStep] = steps.tolist()
        return exact
    return [json_step(step) for step in steps.tolist()]


def json_step(step: int) -> JsonStep:
    """Return one step as JSON carries it."""
    return step if -LARGEST_EXACT <= step <= LARGEST_EXACT else str(step)


def json_float(value: float) -> float | str:
    """Return a float as JSON carries it: what JSON has no sign for is a word."""
    if math.isfinite(value):
        return value
    return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"


def json_answer(request: Request, body: str | bytes, etag: str) -> Response:
    """Return a JSON body, or 304 when the caller has it under the same entity tag."""
    data = body.encode() if isinstance(body, str) else body
    return tagged_answer(request, data, etag, "application/json")


def tagged_answer(request: Request, body: Body, etag: str, media_type: str) -> Response:
    """Return a body of any type, or 304 when the caller has it under the same entity tag.

    Parts that are there are sent one after another; those that are not, as they are made, each in
    a worker thread.
    """
    headers = {"ETag": f'"{etag}"', "Cache-Control": _CACHE_CONTROL, "Vary": "Accept"}
    if _is_held(request, etag):
        return Response(status_code=304, headers=headers)
    if isinstance(body, Iterator):
        return StreamingResponse(body, media_type=media_type, headers=headers)
    return _InSlices([body] if isinstance(body, bytes) else body, media_type, headers)


class _InSlices(Response):
    """A response that is handed on in slices: what the socket does not take at once is copied."""

    def __init__(self, parts: list[bytes], media_type: str, headers: dict[str, str]) -> None:
        length = {"Content-Length": str(sum(map(len, parts)))}
        super().__init__(None, headers=headers | length, media_type=media_type)
        self._parts = parts

    async def __call__(self, _scope: Scope, _receive: Receive, send: Send) -> None:
        start = {"type": "http.response.start", "status": self.status_code}
        await send({**start, "headers": self.raw_headers})
        for part in self._parts:
            for begin in range(0, len(part), _SLICE_BYTES):
                some = part[begin : begin + _SLICE_BYTES]
                await send({"type": "http.response.body", "body": some, "more_body": True})
                await sleep(0)  # or it would not be noticed before the end that the client has gone
        await send({"type": "http.response.body", "body": b""})


def answer_unless_held(
    request: Request, etag: str, media_type: str, body: Callable[[], Body]
) -> Response:
    """Return a body that is only made when the caller does not have it; see `tagged_answer`."""
    body_of = b"" if _is_held(request, etag) else body()
    return tagged_answer(request, body_of, etag, media_type)


def _is_held(request: Request, etag: str) -> bool:
    """Return whether the client has the body of `etag`; `*` is any body (RFC 9110, 13.1.2)."""
    header: str = request.headers.get("if-none-match", "")
    held = [tag.strip().removeprefix("W/") for tag in header.split(",")]
    return f'"{etag}"' in held or held == ["*"]


def accepts(request: Request, media_type: str) -> bool:
    """Return whether the caller names a media type as one that it takes."""
    for named in request.headers.get("accept", "").split(","):
        name, *parameters = (part.strip().lower() for part in named.split(";"))
        if name == media_type:
            return not any(_REFUSED.fullmatch(parameter) for parameter in parameters)
    return False
