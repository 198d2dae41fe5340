"""Telling the catalogue of changes."""

from typing import Final

from scopeboard.store.format.change import Change
from scopeboard.store.segments.change_log import ChangeLog
from scopeboard.store.tables.tables import StoreTables

_REWRITE_BYTES: Final = 4 << 20  # a catalogue is not worth rewriting below this
_REWRITE_RATIO: Final = 4  # how many times what it takes afresh it may have grown to


class ChangeWriter:
    """Writes changes to a catalogue, each with the names that it was not told of yet.

    Without a catalogue nothing is kept, and telling always succeeds. `failure` says why it
    could not be written last time. Facts that it was not told of then, and that tags are to be
    forgotten, go with the next change; whatever else a change says is told again with its files.
    """

    def __init__(self, contents: StoreTables) -> None:
        self._contents = contents
        self._catalogue: ChangeLog | None = None
        self.failure: str | None = None
        self._told = _lengths(contents)
        self._missed: set[str] = set()  # the keys of facts that are still to be told
        self._forgotten: set[int] = set()  # runs whose tags are still to be forgotten there
        self._afresh = 0  # the bytes of the catalogue when it was last written afresh

    def open(self, catalogue: ChangeLog) -> None:
        """Tell a catalogue from now on, which knows of all that `contents` held at first."""
        self._catalogue = catalogue

    @property
    def is_open(self) -> bool:
        """Tell whether what is told is kept."""
        return self._catalogue is not None

    @property
    def length(self) -> int:
        """The bytes that the catalogue takes."""
        return self._catalogue.length if self._catalogue else 0

    def tell(self, change: Change) -> bool:
        """Write a change that `contents` have taken in; tell whether that succeeded."""
        if self._catalogue is None:
            return True
        lengths = _lengths(self._contents)
        if self._missed:
            facts = self._contents.facts.items()
            change.facts |= {key: value for key, value in facts if key in self._missed}
        change.forgotten = sorted(self._forgotten.union(change.forgotten))
        try:
            self._catalogue.append(self._named(change, self._told).packed())
        except OSError as error:
            self.failure = error.strerror or str(error)
            self._missed.update(change.facts)
            self._forgotten.update(change.forgotten)
            return False
        self.failure, self._told = None, lengths
        self._missed.clear()
        self._forgotten.clear()
        return True

    def _named(self, change: Change, told: tuple[int, int, int, int]) -> Change:
        """Return the change with the names since those told of."""
        contents = self._contents
        runs, files, keys, metadata = told
        change.runs = contents.runs[runs:]
        change.files = contents.files_from(files)
        change.keys = contents.keys[keys:]
        change.metadata = contents.metadata[metadata:]
        return change

    @property
    def is_long(self) -> bool:
        """Tell whether most of the catalogue no longer counts."""
        spare = self.length - _REWRITE_BYTES
        return spare > 0 and spare > _REWRITE_RATIO * max(self._contents.nbytes, self._afresh)

    def rewrite_if_long(self) -> bool:
        """Write the catalogue afresh if it is long; return False if that failed."""
        return not self.is_long or self.rewrite()

    def rewrite(self) -> bool:
        """Write the catalogue afresh, all having been told; tell whether that succeeded."""
        if self._catalogue is None:
            return True
        lengths = _lengths(self._contents)
        whole = self._named(self._contents.whole(), (0, 0, 0, 0)).packed()
        try:
            self._catalogue.rewrite([whole])
        except OSError as error:
            self.failure = error.strerror or str(error)
            return False
        self.failure, self._told, self._afresh = None, lengths, self.length
        self._missed.clear()
        self._forgotten.clear()
        return True

    def close(self) -> None:
        """Close the catalogue; nothing is told any more."""
        self.failure = None
        if self._catalogue is not None:
            self._catalogue.close()
            self._catalogue = None


def _lengths(contents: StoreTables) -> tuple[int, int, int, int]:
    return (
        len(contents.runs),
        len(contents.file_names),
        len(contents.keys),
        len(contents.metadata),
    )
