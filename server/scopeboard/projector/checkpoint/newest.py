"""Which checkpoint has the embeddings of a run: the one of its configuration, or the newest."""

import re
from dataclasses import dataclass
from typing import Final

from google.protobuf import text_format

from scopeboard.errors import NotFoundError
from scopeboard.files.inside import open_inside
from scopeboard.files.location import Location
from scopeboard.files.open_file import OpenFile
from scopeboard.system.file_names import display_name
from scopeboard.wire.tensor_bundle_pb2 import CheckpointState

STATE_NAME: Final = "checkpoint"
_MAX_STATE_BYTES: Final = 1 << 20
_SEPARATORS: Final = re.compile(r"[/\\]")


@dataclass(frozen=True, slots=True)
class CheckpointFiles:
    """The files of a checkpoint: those in `directory` below `root` that begin with `prefix`."""

    root: Location
    directory: Location
    prefix: str

    def open(self, ending: str) -> OpenFile:
        """Open the file with this ending; the caller closes it.

        Raises:
            NotFoundError: it is missing, or outside the log directory.
        """
        return open_inside(self.root, self.directory, self.prefix + ending)

    def __str__(self) -> str:
        return display_name(self.prefix)


def find_checkpoint(root: Location, directory: Location, stated: str) -> CheckpointFiles | None:
    """Return the checkpoint of a run, None without any whose index is there.

    Without one in the configuration, the file `checkpoint` in the directory says which is the
    newest, or the one in the directory above, as in TensorBoard. Training programs write the path
    of their own machine; where that leads nowhere, the name alone is looked up beside the file.

    Args:
        root: the log directory, which is not left.
        directory: the directory of the run.
        stated: the prefix in the configuration, empty if missing.
    """
    if stated:
        return _existing(root, directory, stated)
    above = [directory.parent] if directory != root else []
    for place in (directory, *above):
        if (prefix := _newest(root, place)) and (found := _existing(root, place, prefix)):
            return found
    return None


def _newest(root: Location, directory: Location) -> str:
    """Return the prefix of the newest checkpoint according to `checkpoint`, empty without one."""
    try:
        with open_inside(root, directory, STATE_NAME) as file:
            text = file.read(_MAX_STATE_BYTES).decode("utf-8", "replace")
        state = text_format.Parse(text, CheckpointState(), allow_unknown_field=True)
    except (NotFoundError, text_format.ParseError, RecursionError, ValueError):
        return ""
    return state.model_checkpoint_path.decode("utf-8", "replace")


def _existing(root: Location, directory: Location, prefix: str) -> CheckpointFiles | None:
    for candidate in (prefix, _SEPARATORS.split(prefix)[-1]):
        files = CheckpointFiles(root, directory, candidate)
        try:
            files.open(".index").close()
        except NotFoundError:
            continue
        return files
    return None
