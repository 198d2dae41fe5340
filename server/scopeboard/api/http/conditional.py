"""Numbers in JSON, entity tags, and responses to conditional requests.

Imports no response models, which take long to load.
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

from scopeboard.number_text import nonfinite_text

LARGEST_EXACT: Final = 2**53  # beyond it, JavaScript's numbers skip integers
_CACHE_CONTROL: Final = "private, no-cache"  # caches must revalidate it each time
_NOT_ACCEPTED: Final = re.compile(r"q=0(\.0*)?")  # RFC 9110, 12.4.2
_SLICE_BYTES: Final = 512 << 10

Body = bytes | list[bytes] | Iterator[bytes]
"""A body, its parts, or an iterator that makes its parts."""

JsonStep = int | str
"""A step; a decimal string where a JavaScript number would not be exact."""


def json_steps(steps: NDArray[np.int64]) -> list[JsonStep]:
    """Return steps for JSON: numbers if they are exact, decimal strings beyond."""
    if not len(steps) or -LARGEST_EXACT <= steps.min() <= steps.max() <= LARGEST_EXACT:
        exact: list[JsonStep] = steps.tolist()
        return exact
    return [json_step(step) for step in steps.tolist()]


def json_step(step: int) -> JsonStep:
    """Return one step for JSON."""
    return step if -LARGEST_EXACT <= step <= LARGEST_EXACT else str(step)


def json_float(value: float) -> float | str:
    """Return a float for JSON: NaN and the infinities, which JSON does not have, are strings."""
    if math.isfinite(value):
        return value
    return nonfinite_text(value)


def json_answer(request: Request, body: str | bytes, etag: str) -> Response:
    """Return a JSON body, or 304 if the client has it under the same entity tag."""
    data = body.encode() if isinstance(body, str) else body
    return tagged_answer(request, data, etag, "application/json")


def tagged_answer(request: Request, body: Body, etag: str, media_type: str) -> Response:
    """Return a body of any type, or 304 if the client has it under the same entity tag.

    The parts of an iterator are made in worker threads while the body is sent.
    """
    headers = {"ETag": f'"{etag}"', "Cache-Control": _CACHE_CONTROL, "Vary": "Accept"}
    if is_held(request, etag):
        return Response(status_code=304, headers=headers)
    if isinstance(body, Iterator):
        return StreamingResponse(body, media_type=media_type, headers=headers)
    return _InSlices([body] if isinstance(body, bytes) else body, media_type, headers)


class _InSlices(Response):
    """A response that is sent in slices: the transport copies bytes that the socket refuses."""

    def __init__(self, parts: list[bytes], media_type: str, headers: dict[str, str]) -> None:
        length = {"Content-Length": str(sum(map(len, parts)))}
        super().__init__(None, headers=headers | length, media_type=media_type)
        self._parts = parts

    async def __call__(self, _scope: Scope, _receive: Receive, send: Send) -> None:
        start = {"type": "http.response.start", "status": self.status_code}
        await send({**start, "headers": self.raw_headers})
        for part in self._parts:
            for begin in range(0, len(part), _SLICE_BYTES):
                body = part[begin : begin + _SLICE_BYTES]
                await send({"type": "http.response.body", "body": body, "more_body": True})
                await sleep(0)  # else a disconnect would be noticed only at the end
        await send({"type": "http.response.body", "body": b""})


def answer_unless_held(
    request: Request, etag: str, media_type: str, body: Callable[[], Body]
) -> Response:
    """Return a body that is only made if the client does not have it; see `tagged_answer`."""
    made = b"" if is_held(request, etag) else body()
    return tagged_answer(request, made, etag, media_type)


def is_held(request: Request, etag: str) -> bool:
    """Return whether the client has the body of `etag`; `*` is any body (RFC 9110, 13.1.2)."""
    header: str = request.headers.get("if-none-match", "")
    held = [tag.strip().removeprefix("W/") for tag in header.split(",")]
    return f'"{etag}"' in held or held == ["*"]


def accepts(request: Request, media_type: str) -> bool:
    """Return whether the client accepts a media type by name."""
    for entry in request.headers.get("accept", "").split(","):
        name, *parameters = (field.strip().lower() for field in entry.split(";"))
        if name == media_type:
            return not any(_NOT_ACCEPTED.fullmatch(parameter) for parameter in parameters)
    return False
