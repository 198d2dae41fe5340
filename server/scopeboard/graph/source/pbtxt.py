"""Text format (`.pbtxt`) to bytes: by the protobuf library, which takes a second for two megabytes.

A text says nowhere what message it is; the names of its outermost fields do.
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
_MAX_SAID: Final = 200
_LINES_BETWEEN_CHECKS: Final = 4096
_LONG_LINE: Final = 1 << 16
"""Characters; the library takes 140 bytes of memory for each of a string that is escaped."""
_WORDS: Final = re.compile(
    r"""(?:[^\s"'#]++|"[^"\\]*+(?:\\.[^"\\]*+)*+"?|'[^'\\]*+(?:\\.[^'\\]*+)*+'?|\#.*)++|\s++"""
)
"""What stands between blanks that are in no quotes; a comment goes on to the end."""
_PARTS: Final = re.compile(
    r"""[^\s"'#]++|"(?P<double>[^"\\]*+(?:\\.[^"\\]*+)*+)"|'(?P<single>[^'\\]*+(?:\\.[^'\\]*+)*+)'|.+"""
)
"""The strings of a word without their quotes, and what stands between; an open string, whole."""
_CHARACTERS: Final = re.compile(
    r"(?:[^\\]|\\(?:[0-7]{1,3}|x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)){1,32768}+"
)
"""Characters of a string, escaped ones as a whole; strings that follow one another are one."""
TextMessage = Literal["graph_def", "meta_graph", "saved_model"]

_FIELD: Final = re.compile(rb"(?:\s|#[^\n]*\n)*([a-z_]+)\s*[:{<]")
_OTHER_NODE: Final = re.compile(
    rb"[:{<\s]+(?!(?:name|op|input|device|attr|experimental_debug_info|experimental_type)\b)[a-z]"
)
"""A node that begins with none of a NodeDef's fields, as in a graph of MediaPipe's."""
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
    """Return what message a text begins, None when it is none with a graph in it.

    Args:
        head: the first kilobytes of the text.
    """
    found = _FIELD.match(head.removeprefix(b"\xef\xbb\xbf"))
    if found is None:
        return None
    if found[1] == b"node" and _OTHER_NODE.match(head, found.end() - 1):
        return None
    if found[1] == b"version" and _NODE_OR_LIBRARY.search(head) is None:
        return None
    return _MESSAGE_OF_FIELD.get(found[1])


def refuse_large(size: int) -> None:
    """Refuse a text of more bytes than are read.

    Raises:
        DamagedDataError: it has more.
    """
    if size > MAX_TEXT_BYTES:
        limit = f"{MAX_TEXT_BYTES >> 20} MB"
        raise DamagedDataError(f"The text is larger than {limit}; a binary graph may be.")


def message_bytes(
    text: bytes, check: CancelCheck = never_cancelled, *, may_quote: bool = True
) -> tuple[TextMessage, bytes]:
    """Return which message a text is, and its bytes. Fields that are unknown here are left out.

    `check` is called now and then; what it raises ends the work. `may_quote` allows errors to quote
    the text.

    Raises:
        DamagedDataError: it is no such message; the sentence names the line.
    """
    kind = find_text_message(text[: 1 << 16])
    if kind is None:
        raise DamagedDataError("The text begins no graph: none of a GraphDef's fields is there.")
    refuse_large(len(text))
    if text.count(b"node") > MAX_NODES:
        raise DamagedDataError(f"The text has more than {MAX_NODES} nodes, too many to read.")
    message = _MESSAGES[kind]()
    parts: list[tuple[int, int]] = []
    try:
        lines = _lines(text.removeprefix(b"\xef\xbb\xbf").decode("utf-8"), check, parts)
        text_format.ParseLines(  # type: ignore[attr-defined]  # the stubs leave it out
            lines, message, allow_unknown_field=True
        )
    except text_format.ParseError as error:
        sentence = _sentence(error, parts, may_quote=may_quote)
        raise DamagedDataError(f"The text is no graph: {sentence}") from error
    except (UnicodeDecodeError, RecursionError) as error:
        raise DamagedDataError("The text is no graph: it is not UTF-8, or too deep.") from error
    check()
    return kind, message.SerializeToString(deterministic=True)


def _lines(text: str, check: CancelCheck, parts: list[tuple[int, int]]) -> Iterator[str]:
    """Yield the lines as the parser takes them in; a very long one in words, each as a line.

    `parts` is given the first of these lines, and how many more than one they are.
    """
    count = 0
    for line in _split(text):
        before = count
        for part in [line] if len(line) < _LONG_LINE else _words(line):
            if len(line) >= _LONG_LINE:
                parts[len(parts) - (count > before) :] = [(before + 1, count - before)]
            yield part
            count += 1
            if count % _LINES_BETWEEN_CHECKS == 0:
                check()


def _split(text: str) -> Iterator[str]:
    """Yield the lines of a text; a list of them takes several times its memory."""
    start = 0
    while (end := text.find("\n", start)) >= 0:
        yield text[start:end]
        start = end + 1
    yield text[start:]


def _words(line: str) -> Iterator[str]:
    """Yield the words of a line, a long string in it as several."""
    for found in _WORDS.finditer(line):
        if len(found[0]) < _LONG_LINE:
            yield found[0]
            continue
        for part in _PARTS.finditer(found[0]):
            quoted = part["double"] or part["single"]
            if quoted is None:
                yield part[0]
                continue
            quote = part[0][0]
            yield from (f"{quote}{some[0]}{quote}" for some in _CHARACTERS.finditer(quoted))


def _sentence(
    error: text_format.ParseError, parts: list[tuple[int, int]], *, may_quote: bool
) -> str:
    said = str(error).rpartition(" : ")[2].strip().rstrip(".")
    if len(said) > _MAX_SAID:  # the library quotes the token, which may be megabytes of weights
        said = f"{said[:_MAX_SAID]}…"
    line = error.GetLine()
    if line:
        line -= sum(min(line - first, more) for first, more in parts if first < line)
    if not may_quote:
        return f"line {line} is not understood." if line else "it is not understood."
    return f"line {line}: {said}." if line else f"{said}."


def graphs_of_message(kind: TextMessage, window: Window) -> list[ContainedGraph]:
    """Return the graphs of a message.

    Raises:
        DamagedDataError: it cannot be read.
    """
    if kind == "graph_def":
        return [ContainedGraph((), "op")]
    return [_META_GRAPH] if kind == "meta_graph" else graphs_of_saved_model(window)
