"""The path of the state file of a log directory.

In the user's data directory its name has a digest of the log directory's real path, so that two
called `runs` are told apart. In a directory given by `--state_dir`, which a team may share and each
may reach by another path, the name of the log directory is all that is the same for all of them.
"""

import os
import re
from hashlib import blake2b
from pathlib import Path
from typing import Final

from scopeboard.system.user_directories import user_data_directory

_DIGEST_BYTES: Final = 8
_LONGEST_NAME: Final = 80


def find_state_file(log_directory: Path, state_directory: Path | None) -> Path:
    """Return the path of the state file; neither it nor its directory need be there."""
    name = re.sub(r"[^\w.-]", "_", log_directory.name)[:_LONGEST_NAME] or "root"
    if state_directory is not None:
        return state_directory / f"{name}.state.json"
    real = os.fsencode(os.path.realpath(log_directory))
    digest = blake2b(real, digest_size=_DIGEST_BYTES).hexdigest()
    return user_data_directory() / "scopeboard" / "state" / f"{name}-{digest}.state.json"
