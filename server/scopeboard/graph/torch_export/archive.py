"""Archives of `torch.export`: a zip with programs in JSON, and weights, which are not read.

    NAME/models/MODEL.json                             PT2 archive, PyTorch 2.8 and later
    NAME/data/weights/MODEL_weights_config.json        where it has the weights
    serialized_exported_program.json                   PyTorch 2.1 to 2.7, also below a folder

Everything else is left alone: weights, constants and example inputs are pickled, libraries are
compiled. https://docs.pytorch.org/docs/stable/user_guide/torch_compiler/export/pt2_archive.html
"""

import json
import re
import zlib
from io import SEEK_CUR, SEEK_END, SEEK_SET, RawIOBase
from struct import error as struct_error
from typing import IO, Final, NamedTuple, cast
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from scopeboard.concurrency.cancellation import CancelCheck
from scopeboard.errors import DamagedDataError
from scopeboard.graph.torch_export.json_fields import members_of
from scopeboard.protowire.nested import Window

MAGIC: Final = b"PK\x03\x04"
MAX_DIRECTORY_BYTES: Final = 16 << 20
MAX_PROGRAM_BYTES: Final = 128 << 20
"""Of all programs of an archive, uncompressed; as Python values they take ten times as much."""
MAX_PROGRAMS: Final = 16
_MODEL: Final = re.compile(r"(?:[^/]+/)?models/([^/]+)\.json")
_OLDER: Final = re.compile(r"(?:[^/]+/)?serialized_exported_program\.json")
_WEIGHTS: Final = re.compile(r"(?:[^/]+/)?data/weights/([^/]+)_weights_config\.json")
_CUT: Final = "The zip archive is cut or damaged: its directory cannot be read."
_MAX_NAME: Final = 200
# What `zipfile` raises for an archive that is damaged, encrypted or of an unknown kind.
_ERRORS: Final = (
    BadZipFile, EOFError, IndexError, NotImplementedError, RuntimeError, UnicodeError, ValueError,
    struct_error, zlib.error,
)  # fmt: skip


class Program(NamedTuple):
    """A program: its name, empty in an older archive, its JSON, and that of its weights."""

    name: str
    members: dict[str, object]
    weights: dict[str, object]


def find_programs(window: Window) -> list[str]:
    """Return the names of the programs in an archive; see `Program`.

    Raises:
        DamagedDataError: it is no zip archive, or a damaged one.
    """
    return [each.name for each in _programs(_open(window)[0])]


def read_programs(window: Window, check: CancelCheck) -> list[Program]:
    """Return the programs in an archive.

    Raises:
        DamagedDataError: it is damaged, has no program, or exceeds a limit.
    """
    archive, file = _open(window)
    listed = _programs(archive)
    if not listed:
        raise DamagedDataError("The archive contains no program of torch.export.")
    if len(listed) > MAX_PROGRAMS:
        raise DamagedDataError(f"The archive contains more than {MAX_PROGRAMS} programs.")
    if sum(each.bytes for each in listed) > MAX_PROGRAM_BYTES:
        raise DamagedDataError(
            f"The archive has more than {MAX_PROGRAM_BYTES >> 20} MB of programs besides weights."
        )
    file.limit = MAX_PROGRAM_BYTES
    programs = []
    for each in listed:
        check()
        weights = {} if each.weights is None else _read_json(archive, each.weights)
        programs.append(Program(each.name, _read_json(archive, each.program), weights))
    return programs


class _Listed(NamedTuple):
    """The members of an archive with a program, and with the places of its weights."""

    name: str
    program: ZipInfo
    weights: ZipInfo | None = None

    @property
    def bytes(self) -> int:
        """What is read of it."""
        return self.program.file_size + (self.weights.file_size if self.weights else 0)


def _programs(archive: ZipFile) -> list[_Listed]:
    """Return the programs, those of the newer format if it has both."""
    models, older, weights = [], [], dict[str, ZipInfo]()
    for member in archive.infolist():
        match = _MODEL.fullmatch(member.filename)
        if match is not None:
            models.append((match[1], member))
        elif _OLDER.fullmatch(member.filename):
            older.append(_Listed("", member))
        elif (match := _WEIGHTS.fullmatch(member.filename)) is not None:
            weights[match[1]] = member
    if not models:
        return older[:1]
    return [_Listed(name[:_MAX_NAME], member, weights.get(name)) for name, member in models]


def _open(window: Window) -> "tuple[ZipFile, _WindowFile]":
    """Return an archive, of which the directory is read, and the file below it."""
    file = _WindowFile(window)
    try:
        archive = ZipFile(cast("IO[bytes]", file))
    except _ERRORS as error:
        raise DamagedDataError(_CUT) from error
    if min((member.header_offset for member in archive.infolist()), default=0):
        raise DamagedDataError(_CUT)  # it is the directory of an archive within this one
    return archive, file


def _read_json(archive: ZipFile, member: ZipInfo) -> dict[str, object]:
    """Return the JSON of a member."""
    try:
        if member.compress_type not in {ZIP_STORED, ZIP_DEFLATED}:
            raise DamagedDataError("The program in the archive is compressed in an unknown way.")
        with archive.open(member) as stream:
            data = stream.read(member.file_size)
            is_cut = len(data) < member.file_size or bool(stream.read(1))
    except _ERRORS as error:
        raise DamagedDataError("The program in the archive is cut or damaged.") from error
    if is_cut:
        raise DamagedDataError("The program in the archive has another size than its directory.")
    try:
        return members_of(json.loads(data))
    except (ValueError, RecursionError) as error:
        raise DamagedDataError("The program in the archive is not valid JSON.") from error


class _WindowFile(RawIOBase):
    """A window as a file for `zipfile`.

    Attributes:
        limit: bytes that a single read may return; one for more raises a `DamagedDataError`.
    """

    def __init__(self, window: Window) -> None:
        self.limit = MAX_DIRECTORY_BYTES
        self._window, self._position = window, 0

    def seekable(self) -> bool:
        """Return True."""
        return True

    def readable(self) -> bool:
        """Return True."""
        return True

    def tell(self) -> int:
        """Return the position."""
        return self._position

    def seek(self, offset: int, whence: int = SEEK_SET) -> int:
        """Move the position, and return it.

        Raises:
            ValueError: it would be before the first byte.
        """
        start = {SEEK_SET: 0, SEEK_CUR: self._position, SEEK_END: self._window.whole.end}[whence]
        if start + offset < 0:
            raise ValueError("before the first byte")
        self._position = start + offset
        return self._position

    def read(self, size: int | None = -1) -> bytes:
        """Return the next bytes, to the end for a negative size."""
        rest = max(self._window.whole.end - self._position, 0)
        count = rest if size is None or size < 0 else min(size, rest)
        if count > self.limit:
            raise DamagedDataError(
                f"The directory of the zip archive has more than {MAX_DIRECTORY_BYTES >> 20} MB."
            )
        data = self._window.read_at(self._position, self._position + count)
        self._position += len(data)
        return data
