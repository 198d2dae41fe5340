"""Responses to requests for a range of bytes (RFC 9110, 14): browsers seek in videos by them."""

import re
from collections.abc import Callable, Iterator
from io import RawIOBase
from typing import Final

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from scopeboard.api.http.conditional import is_held

_CACHE_CONTROL: Final = "private, no-cache"  # caches must revalidate it each time
_PIECE_BYTES: Final = 512 << 10
_RANGE: Final = re.compile(r"bytes=(\d*)-(\d*)")

ReadRange = Callable[[int, int], Iterator[bytes]]
"""Yields the bytes from one offset up to another, in pieces."""


def ranged_answer(
    request: Request, size: int, read: ReadRange, etag: str, media_type: str
) -> Response:
    """Return `size` bytes, or the range of them that the client requests.

    A client that has the body of the entity tag gets 304, one that wants that of another tag alone
    gets 412, and one that requests a range beyond the end gets 416. Of a request for several
    ranges, or for one of another version, all is sent, as RFC 9110 allows.
    """
    headers = {"ETag": f'"{etag}"', "Cache-Control": _CACHE_CONTROL, "Accept-Ranges": "bytes"}
    if is_held(request, etag):
        return Response(status_code=304, headers=headers)
    if request.headers.get("if-match", f'"{etag}"') not in {f'"{etag}"', "*"}:
        return Response(status_code=412, headers=headers)
    wanted = _wanted_range(request, size, etag)
    if wanted is None:
        wanted, status = range(size), 200
    elif not wanted:
        return Response(status_code=416, headers={"Content-Range": f"bytes */{size}"})
    else:
        status = 206
        headers["Content-Range"] = f"bytes {wanted.start}-{wanted.stop - 1}/{size}"
    headers["Content-Length"] = str(len(wanted))
    is_head = request.scope.get("is_head", False)
    body = iter(()) if is_head else read(wanted.start, wanted.stop)
    return StreamingResponse(body, status_code=status, headers=headers, media_type=media_type)


def _wanted_range(request: Request, size: int, etag: str) -> range | None:
    """Return the requested bytes, an empty range if there are none of them; None for all."""
    match = _RANGE.fullmatch(request.headers.get("range", ""))
    if match is None or request.headers.get("if-range", f'"{etag}"') != f'"{etag}"':
        return None
    first, last = match.groups()
    if first:
        return range(int(first), min(size, int(last) + 1) if last else size)
    # The last bytes.
    return range(max(0, size - int(last)), size) if last else None


def bytes_reader(data: bytes) -> ReadRange:
    """Return a reader of bytes in memory."""

    def read(start: int, stop: int) -> Iterator[bytes]:
        for begin in range(start, stop, _PIECE_BYTES):
            yield data[begin : min(begin + _PIECE_BYTES, stop)]

    return read


def file_reader(open_file: Callable[[], RawIOBase]) -> ReadRange:
    """Return a reader of the file that `open_file` opens, which it closes."""

    def read(start: int, stop: int) -> Iterator[bytes]:
        with open_file() as file:
            file.seek(start)
            while start < stop and (piece := file.read(min(_PIECE_BYTES, stop - start))):
                yield piece
                start += len(piece)

    return read
