"""The embeddings of a log directory; the last one that was read is cached."""

import os
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from io import FileIO
from pathlib import Path
from threading import Lock
from typing import Final, TypeVar

from scopeboard.errors import DamagedDataError, NotFoundError
from scopeboard.projector.bookmarks import MAX_BYTES, Bookmark, read_bookmarks
from scopeboard.projector.config import (
    CONFIG_NAME,
    MAX_CONFIG_BYTES,
    EmbeddingConfig,
    read_config,
)
from scopeboard.projector.inside import open_inside
from scopeboard.projector.metadata_file import Metadata, read_metadata
from scopeboard.projector.tensor_file import Vectors, read_bytes, read_tsv
from scopeboard.store.store import Store
from scopeboard.system.file_names import display_name

MAX_SPRITE_BYTES: Final = 64 << 20

Beside = TypeVar("Beside")


@dataclass(frozen=True, slots=True)
class Embedding:
    """An embedding of a run: the `index`th of its configuration, in `directory` below `root`."""

    run: str
    index: int
    root: Path
    directory: Path
    config: EmbeddingConfig


@dataclass(frozen=True, slots=True)
class Read:
    """The vectors of an embedding, their metadata, and the saved views.

    `content` identifies the version of the vectors; `note` describes files that cannot be read.
    """

    content: Hashable
    vectors: Vectors
    metadata: Metadata
    bookmarks: list[Bookmark]
    note: str


class Embeddings:
    """Lists embeddings and reads them. Callers may come from any thread."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = Lock()
        self._last: Read | None = None

    def find(self) -> tuple[list[Embedding], list[str]]:
        """Return all embeddings by run, and why configurations cannot be read."""
        found, unread = [], []
        for root, directory in self._directories():
            run = directory.relative_to(root).as_posix()
            try:
                configs = read_config(_config_text(root, directory))
            except (NotFoundError, DamagedDataError) as error:
                unread.append(f"{display_name(run)}/{CONFIG_NAME}: {error}")
                continue
            found += [
                Embedding(display_name(run), at, root, directory, config)
                for at, config in enumerate(configs)
            ]
        return found, unread

    def get(self, run: str, index: int) -> Embedding:
        """Return an embedding.

        Raises:
            NotFoundError: there is none.
        """
        for embedding in self.find()[0]:
            if (embedding.run, embedding.index) == (run, index):
                return embedding
        raise NotFoundError("This embedding does not exist (any more); choose another.")

    def read(self, embedding: Embedding) -> Read:
        """Return the vectors of an embedding, at a stride if there are many, and their metadata.

        Raises:
            NotFoundError: a file is not there, or outside the log directory.
            DamagedDataError: the vectors are malformed, or too large.
        """
        config = embedding.config
        if not config.tensor_path:
            raise NotFoundError(f"{config.name} is in a checkpoint, which is not read.")
        with open_inside(embedding.root, embedding.directory, config.tensor_path) as file:
            stat = os.fstat(file.fileno())
            key = (embedding, stat.st_ino, stat.st_mtime_ns, stat.st_size)
            with self._lock:
                if self._last is None or self._last.content != key:
                    self._last = None  # before the next is read, so that only one is held
                    is_text = not config.tensor_path.endswith(".bytes")
                    vectors = read_tsv(file) if is_text else read_bytes(file, config.shape)
                    self._last = _read(embedding, key, vectors)
                return self._last

    def sprite(self, embedding: Embedding) -> bytes:
        """Return the picture of an embedding's sprites, as it is.

        Raises:
            NotFoundError: there is none.
            DamagedDataError: it is too large.
        """
        sprite = embedding.config.sprite
        if sprite is None:
            raise NotFoundError(f"{embedding.config.name} has no pictures.")
        with open_inside(embedding.root, embedding.directory, sprite.path) as file:
            content = file.read(MAX_SPRITE_BYTES + 1)
        if len(content) > MAX_SPRITE_BYTES:
            raise DamagedDataError("The pictures take more than 64 MB.")
        return content

    def _directories(self) -> Iterator[tuple[Path, Path]]:
        """Yield each log directory with each directory in it that holds a configuration."""
        for searched in self._store.searched:
            root = Path(searched.root)
            for file in searched.graph_files:
                if Path(file).name == CONFIG_NAME:
                    yield root, (root / file).parent


def _config_text(root: Path, directory: Path) -> str:
    with open_inside(root, directory, CONFIG_NAME) as file:
        return file.read(MAX_CONFIG_BYTES).decode("utf-8", "replace")


def _read(embedding: Embedding, content: Hashable, vectors: Vectors) -> Read:
    """Return the vectors with the contents of the files beside them."""

    def metadata(file: FileIO) -> Metadata:
        return read_metadata(file, len(vectors.values), vectors.stride)

    def bookmarks(file: FileIO) -> list[Bookmark]:
        return read_bookmarks(file.read(MAX_BYTES + 1))

    config, none = embedding.config, Metadata([], [])
    rows, rows_note = _beside(embedding, config.metadata_path, metadata, none)
    views, views_note = _beside(embedding, config.bookmarks_path, bookmarks, list[Bookmark]())
    return Read(content, vectors, rows, views, " ".join(filter(None, (rows_note, views_note))))


def _beside(
    embedding: Embedding, path: str, read: Callable[[FileIO], Beside], nothing: Beside
) -> tuple[Beside, str]:
    """Return the content of a file beside the vectors, or `nothing` and the reason."""
    if not path:
        return nothing, ""
    try:
        with open_inside(embedding.root, embedding.directory, path) as file:
            return read(file), ""
    except (NotFoundError, DamagedDataError) as error:
        return nothing, str(error)
