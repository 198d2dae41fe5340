"""Failures of requests as OSErrors with a clause for people, never with an address or a secret."""

import errno
import re
from collections.abc import Callable, Sequence
from typing import Final

_STATUS: Final = re.compile(r"status code: (\d{3})|HTTP status[^0-9]*(\d{3})")
_CODE: Final = re.compile(r"<Code>(\w+)</Code>")
_REGION: Final = re.compile(r"<Region>([\w-]+)</Region>|expecting '([\w-]+)'")
_THROTTLED: Final = {"SlowDown", "ServerBusy", "RequestLimitExceeded", "TooManyRequests"}
_EXPIRED: Final = {
    "ExpiredToken",
    "TokenRefreshRequired",
    "RequestExpired",
    "ExpiredTokenException",
}
_DENIED: Final = {
    "AccessDenied",
    "InvalidAccessKeyId",
    "SignatureDoesNotMatch",
    "InvalidToken",
    "AuthenticationFailed",
    "AuthorizationFailure",
}


class TransientError(OSError):
    """A request failed that may succeed in a moment: no connection, a cut answer, a busy store."""


class ThrottledError(TransientError):
    """The store limits the number of requests."""


class ReplacedError(OSError):
    """The object is another one than the request was for."""

    def __init__(self) -> None:
        super().__init__(errno.ESTALE, "it was replaced while it was read")


class CredentialsError(PermissionError):
    """The store refuses the credentials, or there are none."""


class RegionError(OSError):
    """The bucket is in another region: `region` if the store says which."""

    def __init__(self, region: str | None) -> None:
        hint = f": set AWS_REGION={region}" if region else "; set AWS_REGION"
        super().__init__(errno.EINVAL, f"the bucket is in another region{hint}")
        self.region = region


def failure_of(error: Exception) -> OSError:
    """Return the failure that an exception of a client stands for."""
    text = str(error)
    match = _STATUS.search(text)
    status = int(match[1] or match[2]) if match else 0
    code = _CODE.search(text)
    return failure_of_status(status, code[1] if code else "", text)


def failure_of_status(status: int, code: str = "", body: str = "") -> OSError:
    """Return the failure of an answer: its HTTP status, 0 without one, and the store's own code."""
    found = code or f"HTTP {status}"
    for codes, statuses, make in _RULES:
        if code in codes or status in statuses:
            return make(found, body)
    if not status:
        return TransientError(errno.EIO, "the connection failed")
    if status >= 500:
        return TransientError(errno.EIO, f"the store failed ({found})")
    return OSError(errno.EIO, f"the store refuses the request ({found})")


def _missing_bucket(_: str, __: str) -> OSError:
    return FileNotFoundError(errno.ENOENT, "there is no such bucket")


def _missing(_: str, __: str) -> OSError:
    return FileNotFoundError(errno.ENOENT, "there is no such object")


def _other_region(_: str, body: str) -> OSError:
    region = _REGION.search(body)
    return RegionError((region[1] or region[2]) if region else None)


def _throttled(found: str, _: str) -> OSError:
    return ThrottledError(errno.EAGAIN, f"the store limits requests ({found})")


def _expired(found: str, _: str) -> OSError:
    message = f"the credentials have expired ({found}); renew them where they come from"
    return CredentialsError(errno.EACCES, message)


def _denied(found: str, _: str) -> OSError:
    message = f"the store denies access with the credentials in use ({found})"
    return CredentialsError(errno.EACCES, message)


_RULES: Final[Sequence[tuple[set[str], set[int], Callable[[str, str], OSError]]]] = (
    ({"NoSuchBucket", "ContainerNotFound"}, set(), _missing_bucket),
    (set(), {404}, _missing),
    (set(), {412}, lambda _, __: ReplacedError()),
    ({"PermanentRedirect", "AuthorizationHeaderMalformed"}, {301}, _other_region),
    (_THROTTLED, {429, 503}, _throttled),
    (_EXPIRED, set(), _expired),
    (_DENIED, {401, 403}, _denied),
)
"""The codes and the statuses of each failure; the first that fits is meant."""


def cut_error() -> TransientError:
    """Return the failure of an answer with fewer bytes than it should have."""
    return TransientError(errno.EIO, "the answer was cut")
