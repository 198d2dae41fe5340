"""A file that grows as its script says: the torn and interleaved writes of a live training job."""

from collections.abc import Iterable
from pathlib import Path


class GrowingFile:
    """Appends pieces of `data`, cut at the given lengths, one per call."""

    def __init__(self, path: Path, data: bytes, lengths: Iterable[int]) -> None:
        self.path = path
        self._rest = data
        self._lengths = iter(lengths)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()

    def grow(self) -> bool:
        """Append the next piece; return whether anything is left."""
        length = next(self._lengths, len(self._rest))
        with self.path.open("ab") as file:
            file.write(self._rest[:length])
        self._rest = self._rest[length:]
        return bool(self._rest)
