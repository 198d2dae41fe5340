"""The embeddings of a log directory; the last one that was read is cached."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from pathlib import PurePath, PurePosixPath
from threading import Lock
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scopeboard.concurrency.lru import LRUCache
from scopeboard.errors import DamagedDataError, NotFoundError
from scopeboard.files.inside import open_inside
from scopeboard.files.location import Location
from scopeboard.files.open_file import OpenFile
from scopeboard.files.status import inode_of
from scopeboard.projector.bookmarks import MAX_BYTES, Bookmark, read_bookmarks
from scopeboard.projector.checkpoint.bundle import Checkpoint
from scopeboard.projector.checkpoint.newest import STATE_NAME, CheckpointFiles, find_checkpoint
from scopeboard.projector.config import (
    CONFIG_NAME,
    MAX_CONFIG_BYTES,
    EmbeddingConfig,
    read_config,
)
from scopeboard.projector.listed_tables import with_tables
from scopeboard.projector.metadata_file import Metadata, read_metadata
from scopeboard.projector.tensor_file import Vectors, read_bytes, read_tsv, stride_of
from scopeboard.store.store import Store
from scopeboard.system.file_names import display_name

MAX_SPRITE_BYTES: Final = 64 << 20
_MAX_CHECKPOINTS: Final = 8
"""Indexes in memory; a checkpoint has one for all its tensors."""


@dataclass(frozen=True, slots=True)
class Embedding:
    """The `index`th embedding of a run, whose configuration is in `directory` below `root`.

    Its vectors are in a file of the configuration, or else in the checkpoint.
    """

    run: str
    index: int
    root: Location
    directory: Location
    config: EmbeddingConfig
    checkpoint: CheckpointFiles | None


@dataclass(frozen=True, slots=True)
class LoadedEmbedding:
    """The vectors of an embedding, their metadata, and the saved views.

    `version` identifies the version of the vectors; `note` describes files that cannot be read.
    """

    version: Hashable
    vectors: Vectors
    metadata: Metadata
    bookmarks: list[Bookmark]
    note: str


@dataclass(frozen=True, slots=True)
class _Table:
    """A table of a version of a checkpoint, and its shape."""

    checkpoint: Checkpoint
    version: Hashable
    name: str
    shape: tuple[int, int]

    def vectors(self) -> Vectors:
        """Return the rows, at a stride if there are many.

        Raises:
            NotFoundError, DamagedDataError: see `Checkpoint.read`.
        """
        stride = stride_of(*self.shape)
        return Vectors(self.checkpoint.read(self.name, stride), stride, self.shape[0])


class Embeddings:
    """Lists embeddings and reads them. Callers may come from any thread."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = Lock()
        self._last: LoadedEmbedding | None = None
        self._checkpoints: LRUCache[Hashable, Checkpoint] = LRUCache(_MAX_CHECKPOINTS)

    def find(self) -> tuple[list[Embedding], list[str]]:
        """Return all embeddings by run, and sentences on configurations that cannot be read."""
        embeddings, unread = [], []
        for searched in self._store.searched:
            root = searched.root
            paths = map(PurePosixPath, searched.graph_files)
            for below in (path.parent for path in paths if path.name == CONFIG_NAME):
                directory, run = root / str(below), display_name(str(below))
                try:
                    with open_inside(root, directory, CONFIG_NAME) as file:
                        text = file.read(MAX_CONFIG_BYTES).decode("utf-8", "replace")
                    configuration = read_config(text)
                except (NotFoundError, DamagedDataError) as error:
                    unread.append(f"{run}/{CONFIG_NAME}: {error}")
                    continue
                configs = configuration.embeddings
                files = find_checkpoint(root, directory, configuration.checkpoint)
                try:
                    if files is not None:
                        tables = self._checkpoint(files)[0].tables
                        configs = with_tables(configs, tables)
                except (NotFoundError, DamagedDataError) as error:
                    unread.append(f"{run}/{files}: {error}")
                embeddings += [
                    Embedding(run, index, root, directory, config, files)
                    for index, config in enumerate(configs)
                ]
        return embeddings, unread

    def get(self, run: str, index: int) -> Embedding:
        """Return an embedding.

        Raises:
            NotFoundError: there is none.
        """
        for embedding in self.find()[0]:
            if (embedding.run, embedding.index) == (run, index):
                return embedding
        raise NotFoundError("This embedding does not exist (any more); choose another.")

    def read(self, embedding: Embedding) -> LoadedEmbedding:
        """Return the vectors of an embedding, at a stride if there are many, and their metadata.

        Raises:
            NotFoundError: the file is missing, or outside the log directory.
            DamagedDataError: the vectors are malformed, or too large.
        """
        config = embedding.config
        if config.tensor_path:
            with open_inside(embedding.root, embedding.directory, config.tensor_path) as file:
                is_text = not config.tensor_path.endswith(".bytes")
                return self._cached(
                    embedding,
                    _identity(file),
                    lambda: read_tsv(file) if is_text else read_bytes(file, config.shape),
                )
        table = self._table(embedding)
        return self._cached(embedding, table.version, table.vectors)

    def read_first(self, embedding: Embedding, rows: int | None) -> NDArray[np.float32]:
        """Return the first rows of an embedding in a checkpoint, float32 [rows, dimensions].

        `rows` is None for all.

        Raises:
            NotFoundError: a file is missing, or outside the log directory.
            DamagedDataError: the vectors are malformed, or too large.
        """
        table = self._table(embedding)
        return table.checkpoint.read(table.name, limit=rows)

    def _cached(
        self, embedding: Embedding, identity: Hashable, read: Callable[[], Vectors]
    ) -> LoadedEmbedding:
        version = (embedding, identity)
        with self._lock:
            if self._last is None or self._last.version != version:
                self._last = None  # first, so that only one is in memory
                self._last = _with_files_beside(embedding, version, read())
            return self._last

    def _table(self, embedding: Embedding) -> "_Table":
        """Return the table of a checkpoint that has the vectors of an embedding.

        Raises:
            NotFoundError: there is none.
            DamagedDataError: the index of the checkpoint is damaged.
        """
        name, files = embedding.config.name, embedding.checkpoint
        if files is None:
            raise NotFoundError(f"No checkpoint was found that contains {name}.")
        checkpoint, version = self._checkpoint(files)
        if (shape := checkpoint.tables.get(name)) is None:
            raise NotFoundError(f"{files} has no table of numbers that is called {name}.")
        return _Table(checkpoint, version, name, shape)

    def _checkpoint(self, files: CheckpointFiles) -> tuple[Checkpoint, Hashable]:
        """Return a checkpoint, and what identifies its version.

        Raises:
            NotFoundError, DamagedDataError: see `Checkpoint.of`.
        """
        with files.open(".index") as index:
            version = (files, _identity(index))
        return self._checkpoints.get(version, lambda: Checkpoint.of(files.open)), version

    def file_names(self, embedding: Embedding) -> list[str]:
        """Return the files that an embedding may be read from, as paths in the run's directory.

        A checkpoint that is named by an absolute path is looked up beside the configuration.
        """
        config, files = embedding.config, embedding.checkpoint
        sprite = config.sprite.path if config.sprite else ""
        named = [config.tensor_path, config.metadata_path, config.bookmarks_path, sprite]
        names = [CONFIG_NAME, *filter(None, named)]
        if files is None:
            return names
        prefix = files.prefix
        if PurePath(prefix).is_absolute():
            prefix = PurePath(prefix).name
        try:
            endings = self._checkpoint(files)[0].endings
        except (NotFoundError, DamagedDataError):
            endings = [".index"]
        return [*names, STATE_NAME, f"../{STATE_NAME}", *(prefix + ending for ending in endings)]

    def sprite(self, embedding: Embedding) -> bytes:
        """Return the sprite image of an embedding, as stored.

        Raises:
            NotFoundError: there is none.
            DamagedDataError: it is too large.
        """
        sprite = embedding.config.sprite
        if sprite is None:
            raise NotFoundError(f"{embedding.config.name} has no sprite image.")
        with open_inside(embedding.root, embedding.directory, sprite.path) as file:
            content = file.read(MAX_SPRITE_BYTES + 1)
        if len(content) > MAX_SPRITE_BYTES:
            raise DamagedDataError("The sprite image exceeds 64 MB.")
        return content


def _with_files_beside(
    embedding: Embedding, version: Hashable, vectors: Vectors
) -> LoadedEmbedding:
    """Return vectors with their metadata and bookmarks; a note has the reason if one is missing."""
    config = embedding.config
    metadata, bookmarks = Metadata([], []), []
    notes: list[str] = []
    try:
        if config.metadata_path:
            with open_inside(embedding.root, embedding.directory, config.metadata_path) as file:
                metadata = read_metadata(file, len(vectors.values), vectors.stride)
    except (NotFoundError, DamagedDataError) as error:
        notes.append(str(error))
    try:
        if config.bookmarks_path:
            with open_inside(embedding.root, embedding.directory, config.bookmarks_path) as file:
                bookmarks = read_bookmarks(file.read(MAX_BYTES + 1))
    except (NotFoundError, DamagedDataError) as error:
        notes.append(str(error))
    return LoadedEmbedding(version, vectors, metadata, bookmarks, " ".join(notes))


def _identity(file: OpenFile) -> Hashable:
    status = file.status
    return (inode_of(status), status.st_mtime_ns, status.st_size)
