"""Files of models without their weights, which a graph does not need."""

import re
from io import BytesIO
from pathlib import Path
from typing import IO, Final
from zipfile import ZIP_DEFLATED, ZipFile

from scopeboard.concurrency.cancellation import never_cancelled
from scopeboard.graph.onnx.outline import GraphMessages, read_outline
from scopeboard.protowire.fields import delimited_head
from scopeboard.protowire.nested import Window
from scopeboard.wire import onnx_pb2 as wire

_OF_PROGRAMS: Final = re.compile(r"(?:[^/]+/)?(?:.*\.json|archive_format|version|byteorder)")
"""The members of an archive of torch.export that are no tensors."""


def weightless_archive(archive: IO[bytes]) -> bytes:
    """Return an archive of torch.export with its programs alone."""
    made = BytesIO()
    with ZipFile(archive) as source, ZipFile(made, "w", ZIP_DEFLATED) as target:
        for member in source.infolist():
            if _OF_PROGRAMS.fullmatch(member.filename):
                target.writestr(member.filename, source.read(member))
    return made.getvalue()


def weightless_onnx(model: bytes | Path) -> bytes:
    """Return an ONNX model, of the bytes or of a file, without weights of over 64 KiB.

    Raises:
        DamagedDataError: it is too large besides its weights.
        OSError: the file cannot be read.
    """
    if isinstance(model, bytes):
        return _rebuilt(Window.of(model))
    with model.open("rb") as file:

        def read_at(start: int, end: int) -> bytes:
            file.seek(start)
            return file.read(end - start)

        return _rebuilt(Window(read_at, model.stat().st_size))


def _rebuilt(window: Window) -> bytes:
    outline = read_outline(window, never_cancelled)
    graph = _graph_bytes(outline.graph)
    functions = _fields(wire.Model.FUNCTIONS_FIELD_NUMBER, outline.functions)
    own = outline.model.SerializeToString()
    return own + _fields(wire.Model.GRAPH_FIELD_NUMBER, [graph]) + functions


def _graph_bytes(graph: GraphMessages) -> bytes:
    numbers = wire.Graph
    return b"".join(
        _fields(number, messages)
        for number, messages in (
            (numbers.NODE_FIELD_NUMBER, graph.nodes),
            (numbers.NAME_FIELD_NUMBER, [graph.name]),
            (numbers.INITIALIZER_FIELD_NUMBER, graph.initializers),
            (numbers.INPUT_FIELD_NUMBER, graph.inputs),
            (numbers.OUTPUT_FIELD_NUMBER, graph.outputs),
            (numbers.VALUE_INFO_FIELD_NUMBER, graph.value_infos),
            (numbers.SPARSE_INITIALIZER_FIELD_NUMBER, graph.sparse_initializers),
        )
    )


def _fields(number: int, messages: list[bytes]) -> bytes:
    return b"".join(delimited_head(number, len(each)) + each for each in messages)
