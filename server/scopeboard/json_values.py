"""Values out of JSON that a client or a log brings."""

from typing import Any

import msgspec


def decode(text: bytes | str) -> Any:  # noqa: ANN401 - whatever JSON may hold
    """Return the value of a JSON document.

    Raises:
        msgspec.DecodeError: it is no JSON, or nested too deeply.
    """
    try:
        return msgspec.json.decode(text)
    except RecursionError:
        raise msgspec.DecodeError("JSON is nested too deeply") from None
