"""Request bodies and forms: URL-encoded or multipart, as clients of TensorBoard send them."""

import re
from typing import Final
from urllib.parse import parse_qs

from starlette.requests import Request

from scopeboard.errors import QueryError

_MAX_BYTES: Final = 4 << 20
_BOUNDARY: Final = re.compile(r'boundary=(?:"([^"]+)"|([^\s;]+))', re.IGNORECASE)
_NAME: Final = re.compile(rb'\bname=(?:"([^"]*)"|([^\s;]+))', re.IGNORECASE)


async def read_body(request: Request) -> bytes:
    """Return the body of a request.

    Raises:
        QueryError: it is larger than `_MAX_BYTES`.
    """
    body = bytearray()
    async for piece in request.stream():
        body += piece
        if len(body) > _MAX_BYTES:
            raise QueryError(f"The request body exceeds {_MAX_BYTES:,} bytes.")
    return bytes(body)


async def read_form(request: Request) -> dict[str, list[str]]:
    """Return the fields of a form, each with all of its values.

    Raises:
        QueryError: it is larger than `_MAX_BYTES`, or not a form of UTF-8 texts.
    """
    body = await read_body(request)
    content_type = request.headers.get("content-type", "")
    try:
        if content_type.startswith("multipart/form-data"):
            return _multipart_fields(content_type, body)
        return parse_qs(body.decode(), keep_blank_values=True, max_num_fields=100_000)
    except ValueError as error:
        raise QueryError("Invalid form data.") from error


def _multipart_fields(content_type: str, body: bytes) -> dict[str, list[str]]:
    """Return the fields of a multipart form (RFC 7578).

    A form may have a part for each run. The standard library's parser of mail needs a third of a
    millisecond per part, and would block the event loop for that long.

    Raises:
        ValueError: there is no boundary, or a field is not UTF-8.
    """
    boundary = _BOUNDARY.search(content_type)
    if boundary is None:
        raise ValueError("no boundary")
    delimiter = b"\r\n--" + (boundary[1] or boundary[2]).encode()
    fields: dict[str, list[str]] = {}
    for part in (b"\r\n" + body).split(delimiter)[1:]:
        header, blank, content = part.partition(b"\r\n\r\n")
        name = _NAME.search(header)
        if blank and name is not None:
            fields.setdefault((name[1] or name[2] or b"").decode(), []).append(content.decode())
    return fields
