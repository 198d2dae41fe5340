"""The embeddings of a log directory; the last one that was read is cached."""

import os
from collections.abc import Hashable
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Final

from scopeboard.errors import DamagedDataError, NotFoundError
from scopeboard.projector.bookmarks import MAX_BYTES, Bookmark, read_bookmarks
from scopeboard.projector.config import (
    CONFIG_NAME,
    MAX_CONFIG_BYTES,
    EmbeddingConfig,
    read_config,
)
from scopeboard.projector.metadata_file import Metadata, read_metadata
from scopeboard.projector.tensor_file import Vectors, read_bytes, read_tsv
from scopeboard.store.store import Store
from scopeboard.system.file_names import display_name
from scopeboard.system.inside import open_inside

MAX_SPRITE_BYTES: Final = 64 << 20


@dataclass(frozen=True, slots=True)
class Embedding:
    """The `index`th embedding of a run's configuration, which is in `directory` below `root`."""

    run: str
    index: int
    root: Path
    directory: Path
    config: EmbeddingConfig


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


class Embeddings:
    """Lists embeddings and reads them. Callers may come from any thread."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = Lock()
        self._last: LoadedEmbedding | None = None

    def find(self) -> tuple[list[Embedding], list[str]]:
        """Return all embeddings by run, and sentences on configurations that cannot be read."""
        embeddings, unread = [], []
        for searched in self._store.searched:
            root = Path(searched.root)
            paths = (root / file for file in searched.graph_files)
            for directory in (path.parent for path in paths if path.name == CONFIG_NAME):
                run = display_name(directory.relative_to(root).as_posix())
                try:
                    with open_inside(root, directory, CONFIG_NAME) as file:
                        text = file.read(MAX_CONFIG_BYTES).decode("utf-8", "replace")
                    configs = read_config(text)
                except (NotFoundError, DamagedDataError) as error:
                    unread.append(f"{run}/{CONFIG_NAME}: {error}")
                    continue
                embeddings += [
                    Embedding(run, index, root, directory, config)
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
        if not config.tensor_path:
            raise NotFoundError(f"{config.name} is in a checkpoint, which is not read.")
        with open_inside(embedding.root, embedding.directory, config.tensor_path) as file:
            stat = os.fstat(file.fileno())
            version = (embedding, stat.st_ino, stat.st_mtime_ns, stat.st_size)
            with self._lock:
                if self._last is None or self._last.version != version:
                    self._last = None  # first, so that only one is in memory
                    is_text = not config.tensor_path.endswith(".bytes")
                    vectors = read_tsv(file) if is_text else read_bytes(file, config.shape)
                    self._last = _with_files_beside(embedding, version, vectors)
                return self._last

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
