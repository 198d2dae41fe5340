"""The graphs of files: those in the log directory, those given at the start, those dropped later.

A file is looked at again when its size or the time of its last change is another.
"""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final

from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled
from scopeboard.errors import DamagedDataError, NotFoundError
from scopeboard.graph.source.byte_source import FileBytes, GraphBytes
from scopeboard.graph.source.containers import ContainedGraph
from scopeboard.graph.source.converted_source import Conversions, ConvertedBytes
from scopeboard.graph.source.entry import GraphEntry, graph_id, graph_source
from scopeboard.graph.source.file_kinds import MAX_FILE_BYTES, Encoding, FileContent, find_content
from scopeboard.graph.source.pbtxt import (
    TextMessage,
    find_text_message,
    graphs_of_message,
    message_bytes,
    refuse_large,
)
from scopeboard.protowire.nested import FieldPath, Window
from scopeboard.system.file_names import display_name
from scopeboard.types import RunId

NO_GRAPH: Final = (
    "{} holds no graph: it is no GraphDef, MetaGraphDef, SavedModel or Keras model, "
    "neither binary nor text."
)
_OUTSIDE: Final = (
    "{} is a link to a file outside the log directory and is not read. "
    "To show it, start with --graph FILE."
)
_NS_PER_SECOND: Final = 1e9
_HEAD_BYTES: Final = 1 << 16
FILES: Final = RunId("file")
"""Stands where other ids of graphs have the run."""


@dataclass(frozen=True, slots=True)
class GraphFile:
    """A file that is looked into: where it is, and under which name and run it is listed.

    `must_be_graph` tells that somebody named it: then it is listed even if it holds none. `root` is
    the log directory that it was found in, None for a file that somebody named.
    """

    path: Path
    run: str
    name: str
    must_be_graph: bool = False
    prefix: RunId = FILES
    root: Path | None = None

    def leads_outside(self) -> bool:
        """Return whether it is a link to a file that is not in the log directory."""
        return self.path.is_symlink() and not self.lies_inside()

    def lies_inside(self) -> bool:
        """Return whether the file really lies in the log directory, or was named by somebody."""
        if self.root is None:
            return True
        try:
            return self.path.resolve(strict=True).is_relative_to(self.root.resolve(strict=True))
        except (OSError, RuntimeError):  # a loop of links
            return False


class FileGraphs:
    """Lists what files hold."""

    def __init__(self, conversions: Conversions) -> None:
        self._conversions = conversions
        self._known: dict[Path, tuple[tuple[object, ...], FileContent | None]] = {}

    def of_file(
        self, file: GraphFile, check: CancelCheck = never_cancelled
    ) -> Iterator[GraphEntry]:
        """Yield the graphs of a file; one that can hold none, but must, is an entry that fails.

        Raises:
            CancelledError: `check` raised it; to list a SavedModel in text takes seconds.
        """
        if file.leads_outside():
            yield self._outside(file)
            return
        try:
            status = file.path.stat()
            content = self._content(file, check)
        except (OSError, NotFoundError, DamagedDataError):
            status, content = None, None
        if content is None and not file.must_be_graph:
            return
        for held in content.graphs if content else [ContainedGraph((), "op")]:
            yield GraphEntry(
                id=graph_id(file.prefix, (file.path, held.path)),
                run_id=file.prefix,
                run=file.run,
                tag="",
                kind=held.kind,
                stage=held.stage,
                file=file.name,
                wall_time=status.st_mtime_ns / _NS_PER_SECOND if status else 0.0,
                size=status.st_size if status else 0,
                form=held.form,
                source=self._source(file, content.encoding if content else None, held),
                metas=self._metas(file, content.encoding if content else None, held),
            )

    def _outside(self, file: GraphFile) -> GraphEntry:
        """Return an entry that says why a file is not read; nothing of the file is looked at."""

        def refuse(_: GraphBytes, __: CancelCheck) -> bytes:
            raise DamagedDataError(_OUTSIDE.format(file.name))

        source = ConvertedBytes(_NoBytes(file.path), "outside", refuse, self._conversions)
        return GraphEntry(
            id=graph_id(file.prefix, (file.path, ())),
            run_id=file.prefix,
            run=file.run,
            tag="",
            kind="op",
            stage="",
            file=file.name,
            wall_time=0.0,
            size=0,
            form="graph_def",
            source=source,
        )

    def _content(self, file: GraphFile, check: CancelCheck) -> FileContent | None:
        whole = FileBytes(file.path, ())
        key = whole.key()
        known = self._known.get(file.path)
        if known is None or known[0] != key:
            window = whole.window()
            content = find_content(window) if window.whole.end <= MAX_FILE_BYTES else None
            if content is not None and content.encoding == "text":
                content = self._text_content(whole, window, check)
            known = self._known[file.path] = (key, content)
        return known[1]

    def _text_content(self, whole: FileBytes, window: Window, check: CancelCheck) -> FileContent:
        """Return the graphs of a text; only a SavedModel has to be parsed to count them."""
        kind = find_text_message(window.read_at(0, min(_HEAD_BYTES, window.whole.end)))
        if kind is None or kind != "saved_model":
            return FileContent("text", graphs_of_message(kind or "graph_def", window))
        try:
            data = _read_text(whole, check)[1]
            inner = Window.of(data)
            return FileContent("text", graphs_of_message(kind, inner))
        except DamagedDataError:
            return FileContent(
                "text", [ContainedGraph((), "op")]
            )  # asked for, it says what is wrong

    def _source(
        self, file: GraphFile, encoding: Encoding | None, held: ContainedGraph
    ) -> GraphBytes:
        whole = FileBytes(file.path, ())
        if encoding is None:
            refuse = partial(_refuse, file.name)
            return ConvertedBytes(whole, "none", refuse, self._conversions)
        if encoding == "text":
            convert = partial(_of_text, held.path, file.lies_inside())
            form = f"text {[tuple(step) for step in held.path]}"
            return ConvertedBytes(whole, form, convert, self._conversions)
        return graph_source(held, FileBytes(file.path, held.path), self._conversions)

    def _metas(
        self, file: GraphFile, encoding: Encoding | None, held: ContainedGraph
    ) -> tuple[GraphBytes, ...]:
        """Return the MetaGraphDef that a graph is a part of, if it is."""
        if encoding not in {"binary", "text"} or not held.path:
            return ()
        return (self._source(file, encoding, replace(held, path=held.path[:-1])),)


def _of_text(field_path: FieldPath, may_quote: bool, text: GraphBytes, check: CancelCheck) -> bytes:
    data = _read_text(text, check, may_quote=may_quote)[1]
    span = Window.of(data).get_span(field_path)
    return data[span.start : span.end]


def _read_text(
    text: GraphBytes, check: CancelCheck, *, may_quote: bool = False
) -> tuple[TextMessage, bytes]:
    """Return the message of a text; one that is too large is not read."""
    refuse_large(text.size(check))
    return message_bytes(text.read(check), check, may_quote=may_quote)


@dataclass(frozen=True, slots=True)
class _NoBytes(FileBytes):
    """A file that is not read."""

    field_path: FieldPath = ()

    def key(self) -> tuple[Hashable, ...]:
        """Return the file's place."""
        return (str(self.path), "outside")


def _refuse(name: str, source: GraphBytes, check: CancelCheck) -> bytes:
    if source.size(check) > MAX_FILE_BYTES:
        raise DamagedDataError(f"{name} is larger than a graph can be (2 GB).")
    raise DamagedDataError(NO_GRAPH.format(name))


def graph_file_of(log_directory: Path, found: str, runs: frozenset[str]) -> GraphFile:
    """Return a file of the log directory: of the run of its directory, or one by its own name."""
    directory = found.rpartition("/")[0] or "."
    run = directory if directory in runs else found
    return GraphFile(
        log_directory / found, display_name(run), display_name(found), root=log_directory
    )
