"""Decoding of untrusted JSON, from clients and logs."""

from typing import Any

import msgspec


def decode(text: bytes | str) -> Any:  # noqa: ANN401 - any JSON value
    """Return the value of a JSON document.

    Raises:
        msgspec.DecodeError: it is not JSON, or nested too deeply.
    """
    try:
        return msgspec.json.decode(text)
    except RecursionError:
        raise msgspec.DecodeError("JSON is nested too deeply") from None
