"""How much differs inside each scope."""

from collections.abc import Iterator
from dataclasses import dataclass

from scopeboard.graph.diff.graph_diff import GraphDiff


@dataclass(slots=True)
class ScopeCounts:
    """Numbers of ops inside a scope, whatever their depth."""

    added: int = 0
    removed: int = 0
    changed: int = 0


def count_by_scope(diff: GraphDiff) -> dict[str, ScopeCounts]:
    """Return the counts of each scope in which anything differs, by its full name.

    The root's is empty. A removed op counts where it was, all others where they are.
    """
    counts: dict[str, ScopeCounts] = {}
    before, after = diff.before.names, diff.after.names
    for op in diff.added.tolist():
        for scope in _scopes(after[op]):
            counts.setdefault(scope, ScopeCounts()).added += 1
    for op in diff.removed.tolist():
        for scope in _scopes(before[op]):
            counts.setdefault(scope, ScopeCounts()).removed += 1
    for op in diff.counterpart[diff.changed].tolist():
        for scope in _scopes(after[op]):
            counts.setdefault(scope, ScopeCounts()).changed += 1
    return counts


def _scopes(name: str) -> Iterator[str]:
    """Yield the names of the scopes around an op, the root first."""
    yield ""
    at = name.find("/")
    while at >= 0:
        yield name[:at]
        at = name.find("/", at + 1)
