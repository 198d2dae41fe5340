"""How much differs inside each scope."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass


@dataclass(slots=True)
class ScopeCounts:
    """Numbers of ops inside a scope, whatever their depth."""

    added: int = 0
    removed: int = 0
    changed: int = 0


def count_by_scope(
    added: Iterable[str], removed: Iterable[str], changed: Iterable[str]
) -> dict[str, ScopeCounts]:
    """Return the counts of each scope in which anything differs, by its full name.

    The root's is empty. The arguments are full names of ops: of removed ones where they were, of
    all others where they are.
    """
    counts: dict[str, ScopeCounts] = {}

    def scopes_of(names: Iterable[str]) -> Iterator[ScopeCounts]:
        for name in names:
            for scope in _scopes(name):
                yield counts.setdefault(scope, ScopeCounts())

    for scope in scopes_of(added):
        scope.added += 1
    for scope in scopes_of(removed):
        scope.removed += 1
    for scope in scopes_of(changed):
        scope.changed += 1
    return counts


def _scopes(name: str) -> Iterator[str]:
    """Yield the names of the scopes around an op, the root first."""
    yield ""
    at = name.find("/")
    while at >= 0:
        yield name[:at]
        at = name.find("/", at + 1)
