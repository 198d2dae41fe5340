"""Op names to name scopes: where in the tree each op stands, and under which label.

Three rules keep every op reachable by a path of its own:

* an op whose name is also a scope stands inside it, as `foo/(foo)` (TensorBoard's strict names);
* an empty segment is written `(empty)`, so that `''`, `/`, `a/` and `/a` are paths like others;
* an op whose path is taken even so gets `#2`.
"""

from sys import intern
from typing import Final

ROOT: Final = 0
EMPTY_SEGMENT: Final = "(empty)"


def written_path(name: str) -> str:
    """Return an op's name with its empty segments written out."""
    if name and "//" not in name and name[0] != "/" and name[-1] != "/":
        return name
    return "/".join(segment or EMPTY_SEGMENT for segment in name.split("/"))


class NameScopes:
    """The scopes of a graph while they grow: first all scopes, then the ops in them.

    `labels` and `parents` have an entry for each scope, the root first, parents before children.
    `rows` finds a scope by its parent and label. All paths are as `written_path` gives them.
    """

    def __init__(self) -> None:
        self.labels = [""]
        self.parents = [ROOT]
        self.rows: dict[tuple[int, str], int] = {}
        self._row_of_path: dict[str, int] = {"": ROOT}
        self._taken: set[tuple[int, str]] = set()

    def grow(self, path: str) -> int:
        """Return the row of a scope; make it, and those above it, where they are new."""
        known = self._row_of_path.get(path)
        if known is not None:
            return known
        row = ROOT
        for segment in path.split("/"):
            below = self.rows.get((row, segment))
            row = self._append(row, segment) if below is None else below
        self._row_of_path[path] = row
        return row

    def place_op(self, path: str) -> tuple[int, str]:
        """Return the scope that an op stands in and its label there, which nothing else has."""
        parent, _, label = path.rpartition("/")
        home = self.grow(parent)
        own = self.rows.get((home, label))
        if own is not None:
            home, label = own, f"({label})"
        free, number = label, 1
        while (home, free) in self._taken or (home, free) in self.rows:
            number += 1
            free = f"{label}#{number}"
        self._taken.add((home, free))
        return home, intern(free)  # few labels, many ops

    def deepest(self, path: str) -> tuple[int, bool]:
        """Follow a path as far as there are scopes; return the last, and whether it is the end."""
        row = ROOT
        for segment in path.split("/"):
            below = self.rows.get((row, segment))
            if below is None:
                return row, False
            row = below
        return row, True

    def _append(self, parent: int, label: str) -> int:
        row = len(self.labels)
        self.rows[parent, label] = row
        self.labels.append(intern(label))
        self.parents.append(parent)
        return row
