"""Parsers of the values of flags; an invalid value raises a message for the terminal."""

from argparse import ArgumentTypeError
from math import inf, nan
from typing import Final

from scopeboard.config.preferences import MAX_SMOOTHING
from scopeboard.types import NO_TOKEN, TENSORBOARD_SAMPLES

MAX_TOKEN_CHARACTERS: Final = 1000  # in URLs and headers
MIN_MEMORY_BUDGET: Final = 120  # megabytes
_TRUTHS: Final = {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False}


def whole_number(text: str) -> int:
    """Return a number of 0 or more."""
    if not (text.isascii() and text.isdigit()):
        raise ArgumentTypeError(f"{text} is not a whole number of 0 or more")
    return int(text)


def at_least_one(text: str) -> int:
    """Return a number of 1 or more."""
    number = whole_number(text)
    if not number:
        raise ArgumentTypeError("it must be 1 or more")
    return number


def truth(text: str) -> bool:
    """Return a truth value, in the notation of TensorBoard's scripts."""
    value = _TRUTHS.get(text.lower())
    if value is None:
        raise ArgumentTypeError(f"{text} is neither true nor false")
    return value


def sample_counts(text: str) -> dict[str, int]:
    """Return numbers of steps by plugin, from text such as `scalars=500,images=0`.

    The word `tensorboard` stands for TensorBoard's numbers; it is in the result with the value 0.
    """
    counts: dict[str, int] = {}
    for token in filter(None, map(str.strip, text.split(","))):
        plugin, equals, count = token.partition("=")
        if token == TENSORBOARD_SAMPLES:
            counts[token] = 0
        elif plugin and equals:
            counts[plugin.strip()] = whole_number(count.strip())
        else:
            raise ArgumentTypeError(
                f"{token} is neither {TENSORBOARD_SAMPLES} nor of the form plugin=number"
            )
    return counts


def port_number(text: str) -> int | None:
    """Return a port; None for `default`, TensorBoard's word for the default."""
    if text == "default":
        return None
    try:
        port = int(text)
    except ValueError:
        port = -1
    if not 0 <= port < 1 << 16:
        raise ArgumentTypeError(f"{text} is not a port; ports are 0 to 65535")
    return port


def duration(text: str) -> float:
    """Return a number of seconds."""
    seconds = _number(text)
    if not 0 <= seconds < inf:
        raise ArgumentTypeError(f"{text} is not a number of seconds")
    return seconds


def positive_duration(text: str) -> float:
    """Return a number of seconds above 0."""
    seconds = duration(text)
    if not seconds:
        raise ArgumentTypeError("it must be more than 0 seconds")
    return seconds


def memory_size(text: str) -> int:
    """Return a number of megabytes, at least the minimum for reading."""
    megabytes = whole_number(text)
    if megabytes < MIN_MEMORY_BUDGET:
        message = f"{text} MB is too little; reading needs at least {MIN_MEMORY_BUDGET}"
        raise ArgumentTypeError(message)
    return megabytes


def smoothing_weight(text: str) -> float:
    """Return the weight of the past in a moving average."""
    weight = _number(text)
    if not 0 <= weight <= MAX_SMOOTHING:
        raise ArgumentTypeError(f"{text!r} is not between 0 and {MAX_SMOOTHING}")
    return weight


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return nan


def host_name(text: str) -> str:
    """Return a host name in lower case, with a port if there is one.

    An empty name, as of an unset variable, would accept requests without a host.
    """
    name = text.lower()
    if not name or name != name.strip() or any(character in name for character in "/@*?#"):
        raise ArgumentTypeError(f"{text!r} is not a host name; write it as in board.example.org")
    if name.startswith("["):
        bare, bracket, port = name.rpartition("]")
        if bracket and (not port or (port.startswith(":") and is_port(port[1:]))):
            return name
        raise ArgumentTypeError(f"{text!r} is not a host name; write it as in board.example.org")
    bare, colon, port = name.partition(":")
    if colon and not (bare and is_port(port)):
        raise ArgumentTypeError(f"{text!r} is not a host name; write it as in board.example.org")
    return name


def is_port(text: str) -> bool:
    """Return whether a text consists of digits, as ports do."""
    return text.isascii() and text.isdigit()


def token(text: str) -> str:
    """Return a token, or NO_TOKEN for none."""
    if text.lower() == NO_TOKEN:
        return NO_TOKEN
    if not text:
        raise ArgumentTypeError("it is empty; use a text, or `none` for no token")
    if len(text) > MAX_TOKEN_CHARACTERS or not all("!" <= character <= "~" for character in text):
        raise ArgumentTypeError(
            f"it may have up to {MAX_TOKEN_CHARACTERS} ASCII letters, digits and symbols, no spaces"
        )
    return text
