"""Text format (`.pbtxt`) to bytes, by the protobuf library: a second for two megabytes.

A text does not name its message; the names of the outermost fields identify it.
"""

import re
from collections.abc import Iterator
from typing import Final, Literal

from google.protobuf import text_format
from google.protobuf.message import Message

from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled
from scopeboard.errors import DamagedDataError
from scopeboard.graph.graphdef.message_index import MAX_NODES
from scopeboard.graph.source.containers import ContainedGraph, graphs_of_saved_model
from scopeboard.protowire.nested import Step, Window
from scopeboard.wire.graph_pb2 import GraphDef
from scopeboard.wire.meta_graph_pb2 import MetaGraphDef, SavedModel

MAX_TEXT_BYTES: Final = 64 << 20
_MAX_ERROR_CHARACTERS: Final = 200
_LINES_BETWEEN_CHECKS: Final = 4096
_LONG_LINE: Final = 1 << 16
"""Characters of a line that is parsed in words. The library needs 140 bytes of memory for each
character of an escaped string."""
_WORD: Final = re.compile(
    r"""(?:[^\s"'#]++|"[^"\\]*+(?:\\.[^"\\]*+)*+"?|'[^'\\]*+(?:\\.[^'\\]*+)*+'?|\#.*)++|\s++"""
)
"""Text between blanks outside quotes; a comment extends to the end."""
_TOKEN: Final = re.compile(
    r"""[^\s"'#]++|"(?P<double>[^"\\]*+(?:\\.[^"\\]*+)*+)"|'(?P<single>[^'\\]*+(?:\\.[^'\\]*+)*+)'|.+"""
)
"""A string of a word without its quotes, the text between two strings, or an open string."""
_CHARACTERS: Final = re.compile(
    r"(?:[^\\]|\\(?:[0-7]{1,3}|x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)){1,32768}+"
)
"""Characters of a string, with whole escapes; adjacent strings are one string."""
TextMessage = Literal["graph_def", "meta_graph", "saved_model"]

_FIELD: Final = re.compile(rb"(?:\s|#[^\n]*\n)*([a-z_]+)\s*[:{<]")
_OTHER_NODE: Final = re.compile(
    rb"[:{<\s]+(?!(?:name|op|input|device|attr|experimental_debug_info|experimental_type)\b)[a-z]"
)
"""A node that does not begin with a field of a NodeDef, as in a graph of MediaPipe."""
_NODE_OR_LIBRARY: Final = re.compile(rb"(?m)^\s*(?:node|library|versions)\s*[:{<]")
_MESSAGE_OF_FIELD: Final[dict[bytes, TextMessage]] = {
    **dict.fromkeys((b"node", b"library", b"version", b"versions"), "graph_def"),
    **dict.fromkeys(
        (b"meta_info_def", b"graph_def", b"saver_def", b"collection_def", b"signature_def"),
        "meta_graph",
    ),
    **dict.fromkeys((b"saved_model_schema_version", b"meta_graphs"), "saved_model"),
}
_MESSAGES: Final[dict[TextMessage, type[Message]]] = {
    "graph_def": GraphDef,
    "meta_graph": MetaGraphDef,
    "saved_model": SavedModel,
}
_META_GRAPH: Final = ContainedGraph((Step(MetaGraphDef.GRAPH_DEF_FIELD_NUMBER),), "op", "MetaGraph")


def find_text_message(head: bytes) -> TextMessage | None:
    """Return the kind of message at the beginning of a text, None for one without graphs.

    Args:
        head: the first kilobytes of the text.
    """
    field = _FIELD.match(head.removeprefix(b"\xef\xbb\xbf"))
    if field is None:
        return None
    if field[1] == b"node" and _OTHER_NODE.match(head, field.end() - 1):
        return None
    if field[1] == b"version" and _NODE_OR_LIBRARY.search(head) is None:
        return None
    return _MESSAGE_OF_FIELD.get(field[1])


def refuse_large(size: int) -> None:
    """Raise if a text has more than `MAX_TEXT_BYTES`.

    Raises:
        DamagedDataError: it has more.
    """
    if size > MAX_TEXT_BYTES:
        limit = f"{MAX_TEXT_BYTES >> 20} MB"
        raise DamagedDataError(f"The text is larger than {limit}; use a binary graph instead.")


def message_bytes(
    text: bytes, check: CancelCheck = never_cancelled, *, may_quote: bool = True
) -> tuple[TextMessage, bytes]:
    """Return the kind and the bytes of the message of a text, without unknown fields.

    `check` is called now and then. `may_quote` allows errors to quote the text.

    Raises:
        CancelledError: `check` raised it.
        DamagedDataError: the text is no such message; the error names the line.
    """
    kind = find_text_message(text[: 1 << 16])
    if kind is None:
        raise DamagedDataError(
            "The text is not a graph: it does not begin with a field of a GraphDef."
        )
    refuse_large(len(text))
    if text.count(b"node") > MAX_NODES:
        raise DamagedDataError(f"The text has more than {MAX_NODES} nodes, too many to read.")
    message = _MESSAGES[kind]()
    split_lines: list[tuple[int, int]] = []
    try:
        lines = _lines(text.removeprefix(b"\xef\xbb\xbf").decode("utf-8"), check, split_lines)
        text_format.ParseLines(  # type: ignore[attr-defined]  # the stubs leave it out
            lines, message, allow_unknown_field=True
        )
    except text_format.ParseError as error:
        sentence = _sentence(error, split_lines, may_quote=may_quote)
        raise DamagedDataError(f"The text is not a graph: {sentence}") from error
    except (UnicodeDecodeError, RecursionError) as error:
        raise DamagedDataError(
            "The text is not a graph: it is not UTF-8, or nested too deeply."
        ) from error
    check()
    return kind, message.SerializeToString(deterministic=True)


def _lines(text: str, check: CancelCheck, split_lines: list[tuple[int, int]]) -> Iterator[str]:
    """Yield lines for the parser; the words of a very long line are lines of their own.

    `split_lines` receives, for each long line, the number of its first word in the output and the
    number of its further words.
    """
    count = start = 0
    while start <= len(text):  # a list of all lines takes several times the memory of the text
        end = text.find("\n", start)
        line = text[start:] if end < 0 else text[start:end]
        start += len(line) + 1
        before, is_long = count, len(line) >= _LONG_LINE
        for piece in _words(line) if is_long else [line]:
            if is_long:
                split_lines[len(split_lines) - (count > before) :] = [(before + 1, count - before)]
            yield piece
            count += 1
            if count % _LINES_BETWEEN_CHECKS == 0:
                check()


def _words(line: str) -> Iterator[str]:
    """Yield the words of a line; a long string becomes several strings."""
    for word in _WORD.finditer(line):
        if len(word[0]) < _LONG_LINE:
            yield word[0]
            continue
        for token in _TOKEN.finditer(word[0]):
            quoted = token["double"] or token["single"]
            if quoted is None:
                yield token[0]
                continue
            quote = token[0][0]
            yield from (f"{quote}{piece[0]}{quote}" for piece in _CHARACTERS.finditer(quoted))


def _sentence(
    error: text_format.ParseError, split_lines: list[tuple[int, int]], *, may_quote: bool
) -> str:
    """Return the end of a sentence: the line of the text, and the library's message."""
    message = str(error).rpartition(" : ")[2].strip().rstrip(".")
    if len(message) > _MAX_ERROR_CHARACTERS:  # it quotes the token, perhaps megabytes of weights
        message = f"{message[:_MAX_ERROR_CHARACTERS]}…"
    line = error.GetLine()
    if line:
        line -= sum(min(line - first, more) for first, more in split_lines if first < line)
    if not may_quote:
        return f"line {line} is invalid." if line else "it is invalid."
    return f"line {line}: {message}." if line else f"{message}."


def graphs_of_message(kind: TextMessage, window: Window) -> list[ContainedGraph]:
    """Return the graphs of a message.

    Raises:
        DamagedDataError: it cannot be read.
    """
    if kind == "graph_def":
        return [ContainedGraph((), "op")]
    return [_META_GRAPH] if kind == "meta_graph" else graphs_of_saved_model(window)
