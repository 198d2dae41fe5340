"""Trains the demo's runs and packs their log directory as `tar.xz`.

xz finds what the runs have in common, such as the pictures of the same digits, far apart.
"""

import sys
import tarfile
import tempfile
from pathlib import Path

from programs.demo_log.recipe import DEMO
from programs.demo_log.training import write_demo


def main(arguments: list[str]) -> int:
    """Write the archive to the path that the only argument names."""
    (target,) = arguments
    with tempfile.TemporaryDirectory() as folder:
        log_directory = Path(folder, "log")
        write_demo(log_directory, DEMO)
        pack(log_directory, Path(target))
    return 0


def pack(log_directory: Path, archive: Path) -> None:
    """Pack the files below `log_directory`, without the owners and times of this machine."""
    with tarfile.open(archive, "w:xz", preset=9) as packed:
        for path in sorted(log_directory.rglob("*")):
            if path.is_file():
                member = tarfile.TarInfo(path.relative_to(log_directory).as_posix())
                member.size = path.stat().st_size
                with path.open("rb") as content:
                    packed.addfile(member, content)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
