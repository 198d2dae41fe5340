"""Where a scope of the first graph is in the second, by the new names of the ops inside."""

from collections import Counter, defaultdict

import numpy as np

from scopeboard.graph.diff.graph_diff import GraphDiff
from scopeboard.graph.diff.sides import NO_OP


class MovedNames:
    """New names of scopes: a scope is where most of its ops with a counterpart are.

    Args:
        diff: the difference between the graphs.
    """

    def __init__(self, diff: GraphDiff) -> None:
        self._votes: defaultdict[str, Counter[str]] = defaultdict(Counter)
        if not diff.removed.size or not diff.renamed.size:
            return
        olds, news = diff.before.names, diff.after.names
        wanted = {scope for op in diff.removed.tolist() for scope in _scopes(olds[op])}
        for op in diff.renamed.tolist():
            self._vote(olds[op], news[diff.counterpart[op]], wanted)
        if not self._votes:
            return
        is_renamed = np.zeros(len(diff.before), dtype=np.bool_)
        is_renamed[diff.renamed] = True
        for op in np.flatnonzero((diff.counterpart != NO_OP) & ~is_renamed).tolist():
            for scope in _scopes(olds[op]):
                if scope in self._votes:
                    self._votes[scope][scope] += 1

    def of(self, name: str) -> str:
        """Return what a removed op would be called, had its scope moved with it."""
        for scope in _scopes(name):
            votes = self._votes.get(scope)
            if votes:
                return votes.most_common(1)[0][0] + name[len(scope) :]
        return name

    def _vote(self, old: str, new: str, wanted: set[str]) -> None:
        """Count a new name for each scope around an op whose inside has the same names."""
        for scope in _scopes(old):
            rest = old[len(scope) :]
            if not new.endswith(rest) or len(new) == len(rest):
                break
            if scope in wanted:
                self._votes[scope][new[: len(new) - len(rest)]] += 1


def _scopes(name: str) -> list[str]:
    """Return the names of the scopes around an op, the innermost first; not the root."""
    found = []
    at = name.rfind("/")
    while at > 0:
        found.append(name[:at])
        at = name.rfind("/", 0, at)
    return found
