"""Forms as clients of TensorBoard send them: by URL encoding, or in parts as browsers do."""

from email import policy
from email.parser import BytesParser
from typing import Final
from urllib.parse import parse_qs

from starlette.requests import Request

from scopeboard.errors import QueryError

_MAX_BYTES: Final = 4 << 20


async def read_form(request: Request) -> dict[str, list[str]]:
    """Return the fields of a form, each with all of its values.

    Raises:
        QueryError: it is larger than is taken, or holds no text.
    """
    body = bytearray()
    async for piece in request.stream():
        body += piece
        if len(body) > _MAX_BYTES:
            raise QueryError("The form is larger than is taken.")
    content_type = request.headers.get("content-type", "")
    try:
        if content_type.startswith("multipart/form-data"):
            return _parts(content_type, bytes(body))
        return parse_qs(body.decode(), keep_blank_values=True, max_num_fields=100_000)
    except ValueError as error:
        raise QueryError("The form cannot be read.") from error


def _parts(content_type: str, body: bytes) -> dict[str, list[str]]:
    head = f"Content-Type: {content_type}\r\n\r\n".encode("latin-1", "replace")
    message = BytesParser(policy=policy.HTTP).parsebytes(head + body)
    found: dict[str, list[str]] = {}
    for part in message.iter_parts() if message.is_multipart() else ():
        name = part.get_param("name", header="content-disposition")
        content = part.get_payload(decode=True)
        if isinstance(name, str) and isinstance(content, bytes):
            found.setdefault(name, []).append(content.decode())
    return found
