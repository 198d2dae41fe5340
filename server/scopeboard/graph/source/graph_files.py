"""The graphs of files: in the log directory, from the command line, and uploaded.

A file is read again after a change of its size or of the time of its last change.
"""

import re
from collections.abc import Hashable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final

from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled
from scopeboard.errors import DamagedDataError, NotFoundError
from scopeboard.events.buffer.crc32c import masked_crc32c
from scopeboard.files.inside import is_inside
from scopeboard.files.location import Location
from scopeboard.files.opening import status_of
from scopeboard.files.remote.address import RemotePath
from scopeboard.files.remote.stores import request_threads
from scopeboard.graph.source.byte_source import FileBytes, GraphBytes
from scopeboard.graph.source.containers import ContainedGraph
from scopeboard.graph.source.converted_source import Conversions, Converted, ConvertedBytes
from scopeboard.graph.source.entry import GraphEntry, graph_id, graph_source
from scopeboard.graph.source.file_kinds import (
    MAX_FILE_BYTES,
    FileContent,
    find_content,
    refuse_archive,
)
from scopeboard.graph.source.pbtxt import (
    find_text_message,
    graphs_of_message,
    message_bytes,
    refuse_large,
)
from scopeboard.protowire.nested import FieldPath, Window
from scopeboard.system.file_names import display_name
from scopeboard.types import RunId

NO_GRAPH: Final = (
    "{} contains no graph: it is not a GraphDef, MetaGraphDef, SavedModel or Keras model, "
    "binary or text, nor an ONNX or TFLite model, a program of torch.export, an HLO module, "
    "safetensors or GGUF."
)
_EVENT_FILE: Final = (
    "{} is an event file. Put it into the log directory: graphs of event files are read from there."
)
_OUTSIDE: Final = (
    "{} is a link to a file outside the log directory and is not read. "
    "To show it, start with --graph FILE."
)
_NS_PER_SECOND: Final = 1e9
_HEAD_BYTES: Final = 1 << 16
_LENGTH_BYTES: Final = 8
_HEADER_BYTES: Final = 12  # the length of a record, and the checksum of that
_PROFILE: Final = re.compile(r"/plugins/profile/[^/]+\Z")
MAX_MODULES_OF_LOG: Final = 12
"""Modules of a profile in a log directory, the largest: a program of JAX compiles each small op."""
FILES: Final = RunId("file")
"""The prefix of ids of graphs in files, in place of a run."""


@dataclass(frozen=True, slots=True)
class GraphFile:
    """A file that may hold graphs: its path, and its name and run in the list.

    `must_be_graph` is whether a user named the file: then it is listed even without a graph. `root`
    is the log directory of a file in it, None for a file that a user named.
    """

    path: Location
    run: str
    name: str
    must_be_graph: bool = False
    prefix: RunId = FILES
    root: Location | None = None

    def leads_outside(self) -> bool:
        """Return whether the file is a link to a file outside the log directory."""
        is_link = isinstance(self.path, Path) and self.path.is_symlink()
        return is_link and not self.lies_inside()

    def lies_inside(self) -> bool:
        """Return whether the resolved path is in the log directory; true for a file of a user."""
        return self.root is None or is_inside(self.root, self.path)


class FileGraphs:
    """Lists the graphs in files."""

    def __init__(self, conversions: Conversions) -> None:
        self._conversions = conversions
        self._known: dict[Location, tuple[tuple[object, ...], FileContent | None]] = {}

    def prepare(self, files: Iterable[GraphFile]) -> None:
        """Look into files that are not on this machine side by side, before `of_file` of each."""
        elsewhere = [file for file in files if isinstance(file.path, RemotePath)]
        if len(elsewhere) > 1:
            for _ in request_threads().map(self._look_into, elsewhere):
                pass

    def _look_into(self, file: GraphFile) -> None:
        with suppress(OSError, NotFoundError, DamagedDataError):  # `of_file` meets them again
            self._content(file, never_cancelled)

    def of_file(
        self, file: GraphFile, check: CancelCheck = never_cancelled
    ) -> Iterator[GraphEntry]:
        """Yield the graphs of a file.

        A file that a user named has an entry even without a graph, and so has a link to a file
        outside the log directory, which is not read: the bytes of the entry raise an error.

        Raises:
            CancelledError: `check` raised it; to list a SavedModel in text takes seconds.
        """
        is_outside = file.leads_outside()
        status = content = None
        try:
            if not is_outside:
                status, content = status_of(file.path), self._content(file, check)
        except (OSError, NotFoundError, DamagedDataError):
            pass
        if content is None and not (file.must_be_graph or is_outside):
            return
        graphs = content.graphs if content else [ContainedGraph((), "op")]
        if file.root is not None:
            graphs = [graph for graph in graphs if graph.rank < MAX_MODULES_OF_LOG]
        for graph in graphs:
            source = self._source(file, content, graph, is_outside=is_outside)
            metas: list[GraphBytes] = []
            if content and graph.form == "graph_def" and graph.path:
                meta = replace(graph, path=graph.path[:-1])
                metas.append(self._source(file, content, meta, is_outside=is_outside))
            yield GraphEntry(
                id=graph_id(file.prefix, _location(file, graph)),
                run_id=file.prefix,
                run=file.run,
                tag="",
                kind=graph.kind,
                stage=graph.stage,
                file=file.name,
                wall_time=status.st_mtime_ns / _NS_PER_SECOND if status else 0.0,
                size=status.st_size if status else 0,
                form=graph.form,
                source=source,
                metas=tuple(metas),
            )

    def _content(self, file: GraphFile, check: CancelCheck) -> FileContent | None:
        """Return the encoding and the graphs of a file; only a SavedModel in text is parsed."""
        source = FileBytes(file.path, ())
        key = source.key()
        known = self._known.get(file.path)
        if known is None or known[0] != key:
            window = source.window()
            content = find_content(window)
            if content is not None and content.encoding == "text":
                head = window.read_at(0, min(_HEAD_BYTES, window.whole.end))
                kind = find_text_message(head) or "graph_def"
                try:
                    if kind == "saved_model":
                        window = Window.of(_convert_text((), False, source, check).data)
                    content = FileContent("text", graphs_of_message(kind, window))
                except DamagedDataError:  # its bytes raise the error again
                    content = FileContent("text", [ContainedGraph((), "op")])
            known = self._known[file.path] = (key, content)
        return known[1]

    def _source(
        self,
        file: GraphFile,
        content: FileContent | None,
        graph: ContainedGraph,
        *,
        is_outside: bool,
    ) -> GraphBytes:
        source = FileBytes(file.path, ())
        if is_outside:
            refuse = partial(_refuse, _OUTSIDE.format(file.name))
            return ConvertedBytes(_NoBytes(file.path), "outside", refuse, self._conversions)
        if content is None:
            refuse = partial(_refuse_file, file.name)
            return ConvertedBytes(source, "none", refuse, self._conversions)
        if content.encoding == "text":
            convert = partial(_convert_text, graph.path, file.lies_inside())
            form = f"text {[tuple(step) for step in graph.path]}"
            return ConvertedBytes(source, form, convert, self._conversions)
        return graph_source(graph, FileBytes(file.path, graph.path), self._conversions)


@dataclass(frozen=True, slots=True)
class _NoBytes(FileBytes):
    """A file that is not read."""

    field_path: FieldPath = ()

    def key(self) -> tuple[Hashable, ...]:
        """Return the file's path."""
        return (str(self.path), "outside")


def _location(file: GraphFile, graph: ContainedGraph) -> tuple[object, ...]:
    """Return what a graph is known by: its file, its place there, and which of two forms it has."""
    more = (graph.form,) if graph.form == "hlo_compiled" else ()
    return (file.path, graph.path, *more)


def _refuse(reason: str, source: GraphBytes, check: CancelCheck) -> Converted:  # noqa: ARG001
    """Raise the reason for which a file is not read; a conversion (see `Convert`)."""
    raise DamagedDataError(reason)


def _refuse_file(name: str, source: GraphBytes, check: CancelCheck) -> Converted:
    """Raise the reason for which a file without a graph of its own is not read; a conversion."""
    size = source.size(check)
    if _begins_as_event_file(source.read_at(0, min(size, _HEADER_BYTES))):
        raise DamagedDataError(_EVENT_FILE.format(name))
    refuse_archive(Window(source.read_at, size))
    if size > MAX_FILE_BYTES:
        raise DamagedDataError(f"{name} is larger than a graph can be (2 GB).")
    raise DamagedDataError(NO_GRAPH.format(name))


def _begins_as_event_file(head: bytes) -> bool:
    """Return whether some bytes are the header of a record, with the checksum of its length."""
    length, checksum = head[:_LENGTH_BYTES], head[_LENGTH_BYTES:]
    is_whole = len(head) == _HEADER_BYTES
    return is_whole and masked_crc32c(length) == int.from_bytes(checksum, "little")


def _convert_text(
    field_path: FieldPath, may_quote: bool, text: GraphBytes, check: CancelCheck
) -> Converted:
    """Return the bytes at a field path of a text's message; a conversion (see `Convert`)."""
    refuse_large(text.size(check))
    _, data = message_bytes(text.read(check), check, may_quote=may_quote)
    span = Window.of(data).get_span(field_path)
    return Converted(data[span.start : span.end])


def graph_file_of(log_directory: Location, path: str, runs: frozenset[str]) -> GraphFile:
    """Return a file of the log directory, with the run of its directory or its own name."""
    directory = path.rpartition("/")[0] or "."
    home = _PROFILE.sub("", f"/{directory}")[1:] or "."
    run = home if home in runs or home not in {directory, "."} else path
    return GraphFile(
        log_directory / path, display_name(run), display_name(path), root=log_directory
    )
