"""Forms as clients of TensorBoard send them: by URL encoding, or in parts as browsers do."""

import re
from typing import Final
from urllib.parse import parse_qs

from starlette.requests import Request

from scopeboard.errors import QueryError

_MAX_BYTES: Final = 4 << 20
_BOUNDARY: Final = re.compile(r'boundary=(?:"([^"]+)"|([^\s;]+))', re.IGNORECASE)
_NAME: Final = re.compile(rb'\bname=(?:"([^"]*)"|([^\s;]+))', re.IGNORECASE)


async def read_body(request: Request) -> bytes:
    """Return what a request carries.

    Raises:
        QueryError: it is larger than is taken.
    """
    body = bytearray()
    async for piece in request.stream():
        body += piece
        if len(body) > _MAX_BYTES:
            raise QueryError("The request is larger than is taken.")
    return bytes(body)


async def read_form(request: Request) -> dict[str, list[str]]:
    """Return the fields of a form, each with all of its values.

    Raises:
        QueryError: it is larger than is taken, or holds no text.
    """
    body = await read_body(request)
    content_type = request.headers.get("content-type", "")
    try:
        if content_type.startswith("multipart/form-data"):
            return _parts(content_type, body)
        return parse_qs(body.decode(), keep_blank_values=True, max_num_fields=100_000)
    except ValueError as error:
        raise QueryError("The form cannot be read.") from error


def _parts(content_type: str, body: bytes) -> dict[str, list[str]]:
    """Return the fields of a form in parts (RFC 7578), of which there may be one for each run.

    A parser of mail takes a third of a millisecond for each, in which nothing else is answered.

    Raises:
        ValueError: there is no boundary, or what a field holds is no text.
    """
    boundary = _BOUNDARY.search(content_type)
    if boundary is None:
        raise ValueError("no boundary")
    between = b"\r\n--" + (boundary[1] or boundary[2]).encode()
    found: dict[str, list[str]] = {}
    for part in (b"\r\n" + body).split(between)[1:]:
        head, blank, content = part.partition(b"\r\n\r\n")
        name = _NAME.search(head)
        if blank and name is not None:
            found.setdefault((name[1] or name[2] or b"").decode(), []).append(content.decode())
    return found
