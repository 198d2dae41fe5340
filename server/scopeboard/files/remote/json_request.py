"""Requests for JSON that have a query, which the clients of stores do not send."""

import errno
import json
from collections.abc import Mapping
from typing import Any, Final, NamedTuple
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from scopeboard.files.remote.errors import failure_of_status

_SECONDS: Final = 30
_NOT_MODIFIED: Final = 304


class JsonAnswer(NamedTuple):
    """An answer: what it holds, and its headers by name in lower case."""

    content: Any
    headers: Mapping[str, str]


class UnchangedError(OSError):
    """What the client holds is still the answer."""


def request_json(address: str, headers: Mapping[str, str]) -> JsonAnswer:
    """Return the JSON at an address; no server that the request is led on to gets the headers.

    Raises:
        UnchangedError: the client holds it, as its `If-None-Match` says.
        OSError: a failure of `errors`, also where the answer is not JSON.
    """
    request = Request(address)  # noqa: S310 - of a server that a user named
    for name, value in headers.items():
        request.add_unredirected_header(name, value)
    try:
        with urlopen(request, timeout=_SECONDS) as answer:  # noqa: S310 - likewise
            names = {name.lower(): value for name, value in answer.headers.items()}
            return JsonAnswer(json.load(answer), names)
    except HTTPError as error:
        with error:
            if error.code == _NOT_MODIFIED:
                raise UnchangedError(errno.EALREADY, "it is unchanged") from None
            raise failure_of_status(error.code) from None
    except (URLError, OSError, ValueError):  # no connection, or a cut answer
        raise failure_of_status(0) from None
