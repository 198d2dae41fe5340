"""Generated files compared with the files in the checkout."""

from collections.abc import Iterable
from pathlib import Path

from tasks.checkout import ROOT

Generated = dict[Path, bytes]
"""Contents by path, relative to the root of the checkout."""


def find_stale(generated: Generated, present: Iterable[Path]) -> list[Path]:
    """Return the paths that are missing, differ, or are `present` but no longer generated."""
    differing = [path for path, content in generated.items() if _read(ROOT / path) != content]
    orphaned = [path for path in present if path not in generated]
    return sorted({*differing, *orphaned})


def write(generated: Generated, present: Iterable[Path]) -> list[Path]:
    """Update the checkout; return the changed paths."""
    stale = find_stale(generated, present)
    for path in stale:
        if path in generated:
            (ROOT / path).parent.mkdir(parents=True, exist_ok=True)
            (ROOT / path).write_bytes(generated[path])
        else:
            (ROOT / path).unlink()
    return stale


def _read(file: Path) -> bytes | None:
    return file.read_bytes() if file.is_file() else None
