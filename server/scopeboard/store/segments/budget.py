"""Keep all indexes together within a budget."""

import os
from contextlib import suppress
from pathlib import Path

from scopeboard.store.segments.directory import ABOUT, LOCK
from scopeboard.store.segments.scratch import find_lock
from scopeboard.system.locks import remove_locked_directory


def enforce_budget(index_dir: Path, budget_bytes: int, own: Path) -> None:
    """Delete the least recently used indexes until the rest fits.

    The index at `own` and those with a writer in another server stay, whatever their size.
    """
    paths: list[Path] = []
    with suppress(OSError):
        paths = [path for path in index_dir.iterdir() if (path / LOCK).is_file()]
    sizes, last_used = dict.fromkeys(paths, 0), dict.fromkeys(paths, 0.0)
    for path in paths:
        with suppress(OSError), os.scandir(path) as entries:
            sizes[path] = sum(entry.stat(follow_symlinks=False).st_size for entry in entries)
        with suppress(OSError):
            last_used[path] = (path / ABOUT).stat().st_mtime
    for path in sorted(paths, key=last_used.__getitem__):
        if sum(sizes.values()) <= budget_bytes:
            return
        if path != own and _delete(path):
            del sizes[path]


def _delete(path: Path) -> bool:
    """Delete an index without a writer; return whether it is gone.

    The lock file goes last, so a server that opens the directory meanwhile finds an empty index.
    """
    try:
        lock = find_lock(path / LOCK, create=False)
    except OSError:
        return False
    if lock is None:
        return False
    try:
        for entry in path.iterdir():
            if entry.name != LOCK:
                entry.unlink()
    except OSError:
        os.close(lock)
        return False
    try:
        remove_locked_directory(path, lock)
    except OSError:
        return False
    return True
