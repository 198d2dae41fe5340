"""Input strings to ops and ports: `name`, `name:k`, `^name` and, in functions, `name:port:k`."""

from typing import Final, NamedTuple

_MAX_PORT_DIGITS: Final = 9  # so that it fits 32 bits; a longer one names no tensor


class BodyInput(NamedTuple):
    """What an input string in a function body names.

    `output` is the name of the op's output, empty where the string has none, and `number` the
    place among the outputs of that name, -1 where the
    string has an output but no number.
    """

    op: int
    output: str
    number: int


def find_input(text: str, op_of: dict[str, int]) -> tuple[int, int] | None:
    """Return op and port that an input string names, or None when there is no such op.

    The longest name wins: a string that is one as it stands has no port, whatever its colons. Of
    `name:port:k`, which belongs in function bodies, the number is taken as the port.
    """
    found = find_body_input(text, op_of)
    if found is None or found.number < 0:
        return None
    return found.op, found.number


def find_body_input(text: str, op_of: dict[str, int]) -> BodyInput | None:
    """Return op and output that an input string in a function body names, or None.

    The longest name wins here too.
    """
    text = text.removeprefix("^")
    op = op_of.get(text)
    if op is not None:
        return BodyInput(op, "", 0)
    head, colon, last = text.rpartition(":")
    if not colon:
        return None
    number = _port_number(last)
    if number is None:
        op = op_of.get(head) if last and not last.isdigit() else None
        return None if op is None else BodyInput(op, last, -1)
    op = op_of.get(head)
    if op is not None:
        return BodyInput(op, "", number)
    head, colon, output = head.rpartition(":")
    op = op_of.get(head) if colon else None
    return None if op is None else BodyInput(op, output, number)


def _port_number(text: str) -> int | None:
    is_number = text.isascii() and text.isdecimal() and len(text) <= _MAX_PORT_DIGITS
    return int(text) if is_number else None
