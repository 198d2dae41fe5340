"""The demo's log directory, made once and kept in a cache directory.

It is written under a temporary name beside its place and renamed when it is whole, so a reader
never sees half of it, and of two processes that make it at once one wins and the other takes the
winner's. A manifest of digests, written last, tells a whole directory from a damaged one. The
name is a digest of everything that the content follows from, so an upgrade makes a new one.
"""

import hashlib
import json
import shutil
import tempfile
import time
from contextlib import suppress
from importlib.resources import files
from pathlib import Path

from scopeboard.demo.recipe import DEMO, Recipe
from scopeboard.demo.training import write_demo
from scopeboard.system.files import retried

MANIFEST = "manifest.json"
LEFTOVER_PREFIX = ".demo-"
LEFTOVER_SECONDS = 3600.0
"""Age at which a temporary directory is taken to be left over from a process that was killed."""


def find_or_make_demo(cache_directory: Path, recipe: Recipe = DEMO) -> Path:
    """Returns the demo's log directory below `cache_directory`, training the runs if need be.

    Raises:
        OSError: the cache directory cannot be written to.
    """
    demo = cache_directory / f"demo-{_digest_of_origin(recipe)}"
    if _is_whole(demo):
        return demo
    cache_directory.mkdir(parents=True, exist_ok=True)
    _remove_leftovers(cache_directory)
    with tempfile.TemporaryDirectory(
        prefix=LEFTOVER_PREFIX, dir=cache_directory, ignore_cleanup_errors=True
    ) as work:
        made = Path(work) / "made"
        write_demo(made, recipe)
        (made / MANIFEST).write_text(json.dumps(_digests(made)), encoding="utf-8")
        _put_in_place(made, demo, Path(work) / "damaged")
    return demo


def _put_in_place(made: Path, demo: Path, aside: Path) -> None:
    """Renames `made` to `demo`, unless another process has done so; moves damage `aside`."""
    if demo.exists() and not _is_whole(demo):
        with suppress(FileNotFoundError):
            retried(lambda: demo.rename(aside))
    try:
        retried(lambda: made.rename(demo))
    except OSError:
        if not _is_whole(demo):
            raise


def _is_whole(demo: Path) -> bool:
    try:
        manifest = json.loads((demo / MANIFEST).read_text(encoding="utf-8"))
        return bool(manifest == _digests(demo))
    except (OSError, ValueError):
        return False


def _digests(demo: Path) -> dict[str, str]:
    """Digest of each event file, by its path below `demo`."""
    return {
        path.relative_to(demo).as_posix(): hashlib.blake2b(path.read_bytes()).hexdigest()
        for path in sorted(demo.rglob("*tfevents*"))
    }


def _digest_of_origin(recipe: Recipe) -> str:
    """Digest of the recipe and of this package's source, of which the demo is the result."""
    digest = hashlib.blake2b(repr(recipe).encode(), digest_size=6)
    for source in sorted(files(__package__).iterdir(), key=lambda entry: entry.name):
        if source.name.endswith(".py"):
            digest.update(source.read_bytes())
    return digest.hexdigest()


def _remove_leftovers(cache_directory: Path) -> None:
    for path in cache_directory.glob(f"{LEFTOVER_PREFIX}*"):
        with suppress(OSError):
            if time.time() - path.stat().st_mtime > LEFTOVER_SECONDS:
                shutil.rmtree(path)
