"""Input strings to ops and ports: `name`, `name:k`, `^name` and, in functions, `name:port:k`."""

from typing import Final, NamedTuple

_MAX_PORT_DIGITS: Final = 9  # so that it fits 32 bits; a longer one names no tensor


class BodyInput(NamedTuple):
    """The tensor that an input string in a function body names.

    `output` is the name of the op's output, empty where the string has none. `number` is the index
    among the outputs of that name, -1 where the string has an output but no number.
    """

    op: int
    output: str
    number: int


def find_input(text: str, op_of: dict[str, int]) -> tuple[int, int] | None:
    """Return op and port that an input string names, or None when there is no such op.

    The longest name wins: a string that is itself a name has no port, even with colons. Of
    `name:port:k`, the form of function bodies, the number is the port.
    """
    named = find_body_input(text, op_of)
    if named is None or named.number < 0:
        return None
    return named.op, named.number


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
    if not (last.isascii() and last.isdecimal() and len(last) <= _MAX_PORT_DIGITS):
        op = op_of.get(head) if last and not last.isdigit() else None
        return None if op is None else BodyInput(op, last, -1)
    op = op_of.get(head)
    if op is not None:
        return BodyInput(op, "", int(last))
    head, colon, output = head.rpartition(":")
    op = op_of.get(head) if colon else None
    return None if op is None else BodyInput(op, output, int(last))
