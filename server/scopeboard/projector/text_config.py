"""The text format of protobuf, as far as a projector's configuration uses it.

Fields are numbers, words, strings and messages; each may be repeated. What cannot be read ends the
message: a configuration is written in one go, and half of one is worth nothing.
"""

import re
from dataclasses import dataclass, field
from typing import Final

from scopeboard.errors import DamagedDataError

MAX_DEPTH: Final = 8
_TOKEN: Final = re.compile(
    r"""\s+|\#[^\n]*|(?P<sign>[{}<>:;,\[\]])|(?P<word>[\w.+-]+)|"(?P<double>(?:\\.|[^"\\\n])*)"|'(?P<single>(?:\\.|[^'\\\n])*)'""",
    re.DOTALL,
)
_ESCAPE: Final = re.compile(rb"\\(?:([0-7]{1,3})|[xX]([0-9a-fA-F]{1,2})|(.))", re.DOTALL)
_ESCAPES: Final = {b"n": b"\n", b"t": b"\t", b"r": b"\r"}


@dataclass(slots=True)
class TextMessage:
    """The fields of a message by name, in their order: texts as they are, and messages."""

    texts: dict[str, list[str]] = field(default_factory=dict)
    messages: dict[str, "list[TextMessage]"] = field(default_factory=dict)

    def text(self, name: str) -> str:
        """Return the last text of a field, which is the one that counts; empty without any."""
        return self.texts.get(name, [""])[-1]


def read_text_message(text: str) -> TextMessage:
    """Return what a message in text format says.

    Raises:
        DamagedDataError: it is none.
    """
    tokens = _tokens(text)
    message, end = _message(tokens, 0, 0)
    if end != len(tokens):
        raise DamagedDataError("a bracket without its counterpart")
    return message


def _tokens(text: str) -> list[tuple[str, str]]:
    tokens, at = [], 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise DamagedDataError(f"a sign that has no place: {text[at]!r}")
        at = match.end()
        if match.lastgroup is not None:
            kind = "string" if match.lastgroup in {"double", "single"} else match.lastgroup
            tokens.append((kind, _plain(match[match.lastgroup], kind)))
    return tokens


def _plain(text: str, kind: str) -> str:
    """Return what a token says; escapes stand for bytes, of which a letter may have several."""
    if kind != "string" or "\\" not in text:
        return text
    return _ESCAPE.sub(_escaped, text.encode()).decode("utf-8", "replace")


def _escaped(match: re.Match[bytes]) -> bytes:
    octal, hexadecimal, sign = match.groups()
    if sign is not None:
        return _ESCAPES.get(sign, sign)
    return bytes([int(octal, 8) & 0xFF if octal is not None else int(hexadecimal, 16)])


def _message(tokens: list[tuple[str, str]], at: int, depth: int) -> tuple[TextMessage, int]:
    """Read fields from `at` on, to the bracket that closes the message; return where that is."""
    if depth > MAX_DEPTH:
        raise DamagedDataError("messages inside one another too deep")
    message = TextMessage()
    while at < len(tokens) and tokens[at][1] not in {"}", ">"}:
        kind, name = tokens[at]
        if kind != "word":
            if name in {";", ","}:
                at += 1
                continue
            raise DamagedDataError(f"no field where one should be: {name!r}")
        at = _field(tokens, at + 1, name, message, depth)
    return message, at


def _field(
    tokens: list[tuple[str, str]], at: int, name: str, message: TextMessage, depth: int
) -> int:
    """Read what a field holds; return where the next begins."""
    if at < len(tokens) and tokens[at] == ("sign", ":"):
        at += 1
    if at >= len(tokens):
        raise DamagedDataError(f"a field without a value: {name}")
    kind, value = tokens[at]
    if kind != "sign":
        message.texts.setdefault(name, []).append(value)
        return at + 1
    if value in {"{", "<"}:
        inner, end = _message(tokens, at + 1, depth + 1)
        if end >= len(tokens):
            raise DamagedDataError(f"a message without an end: {name}")
        message.messages.setdefault(name, []).append(inner)
        return end + 1
    if value == "[":
        while at < len(tokens) and tokens[at] != ("sign", "]"):
            if tokens[at][0] != "sign":
                message.texts.setdefault(name, []).append(tokens[at][1])
            at += 1
        return at + 1
    raise DamagedDataError(f"a field without a value: {name}")
