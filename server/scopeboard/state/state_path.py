"""The path of the state file of a log directory.

In the user's data directory, the name of the file has a digest of the log directory's real path,
so two log directories called `runs` have different files. A directory given by `--state_dir` may be
shared by a team whose members reach the log directory by different paths, so its files are named
after the log directory only.
"""

import re
from hashlib import blake2b
from pathlib import Path
from typing import Final

from scopeboard.files.location import Location, identity_of
from scopeboard.system.user_directories import user_data_directory

_DIGEST_BYTES: Final = 8
_MAX_NAME_LENGTH: Final = 80


def find_state_file(log_directory: Location, state_directory: Path | None) -> Path:
    """Return the path of the state file; neither the file nor its directory has to exist."""
    name = re.sub(r"[^\w.-]", "_", log_directory.name)[:_MAX_NAME_LENGTH] or "root"
    if state_directory is not None:
        return state_directory / f"{name}.state.json"
    digest = blake2b(identity_of(log_directory), digest_size=_DIGEST_BYTES).hexdigest()
    return user_data_directory() / "scopeboard" / "state" / f"{name}-{digest}.state.json"
