"""The names of the rows of a tree by their words, so that a tag finds its row word by word.

A row is found by all words of its path, and by the path without its first one, two or three words:
the class of the traced module (`Net/…`), a wrapper (`model/…`) or a tower is often not in the tags.
A shorter name counts only where one row has it, and never for a row that has a full name of these
words.
"""

from typing import Final, NamedTuple

from scopeboard.graph.hierarchy.name_scopes import ROOT
from scopeboard.graph.hierarchy.tree import ScopeTree
from scopeboard.graph.model.op_graph import LIBRARY
from scopeboard.graph.prepared.prepared_graph import PerGraphCache, PreparedGraph
from scopeboard.graph.tag_scopes.path_words import Word, parameter_of, words_of

_MAX_LEFT_OUT: Final = 3
_PASSED: Final = -1
"""No row has this name, but the names of some begin with it."""
_AMBIGUOUS: Final = -2

Names = dict[tuple[str, ...], int]


class Found(NamedTuple):
    """A row whose name are the words of a tag from `first` to before `end`.

    `left_out` is the number of words at the beginning of the row's own path that the tag leaves
    out. `words` counts the words of the tag that the name has.
    """

    row: int
    first: int
    end: int
    words: int
    left_out: int


class ScopeIndex:
    """The rows of a tree by the words of their paths; immutable.

    Args:
        tree: the tree; groups, and functions in the library, are not found.
    """

    def __init__(self, tree: ScopeTree) -> None:
        self.tree = tree
        library = tree.find_scope(LIBRARY) if LIBRARY else None
        begin, end = (0, 0) if library is None else tree.interval(library)
        rows = [*range(ROOT + 1, tree.first_group), *range(tree.first_op, tree.parent.size)]
        named: list[tuple[int, tuple[str, ...]]] = []
        for row in rows:
            if not (begin <= tree.start[row] < end):
                words = tuple(word.text for word in words_of(tree.path(row)))
                if words:
                    named.append((row, words))
        self._levels: list[Names] = []
        known: set[tuple[str, ...]] = set()
        for left_out in range(_MAX_LEFT_OUT + 1):
            names = _names(tree, named, left_out, known)
            known.update(name for name, row in names.items() if row >= 0)
            self._levels.append(names)

    def find(self, words: list[Word]) -> Found | None:
        """Return the row of which a tag says most words; None without one.

        Of rows with equally many words, the one whose name ends last, then the one with the most
        complete name.
        """
        texts = [word.text for word in words]
        best: tuple[tuple[int, int, int], Found] | None = None
        for left_out, names in enumerate(self._levels):
            for first in range(len(texts)):
                found = self._walk(names, texts, first, left_out)
                if found is not None and self._is_telling(found, texts):
                    rank = (found.words, found.end, -left_out)
                    if best is None or rank > best[0]:
                        best = rank, found
        return None if best is None else best[1]

    def _walk(self, names: Names, texts: list[str], first: int, left_out: int) -> Found | None:
        """Follow the words of a tag as far as names go.

        The word of a list of modules, `layer` in `encoder.layer.3`, may be missing in names: a
        list is never called, so that no trace has a scope for it.
        """
        name: tuple[str, ...] = ()
        found: Found | None = None
        at = first
        while at < len(texts):
            row = names.get((*name, texts[at]))
            if row is None:
                is_list = bool(name) and at + 1 < len(texts) and texts[at + 1].isdigit()
                if not is_list or texts[at].isdigit() or (*name, texts[at + 1]) not in names:
                    break
                at += 1
                continue
            name = (*name, texts[at])
            at += 1
            if row >= 0:
                found = Found(row, first, at, len(name), left_out)
        return found

    def _is_telling(self, found: Found, texts: list[str]) -> bool:
        """Return whether a name is more than a common word, or a number, somewhere in a tag.

        `train/mean` is not the op `mean`; the first word of a tag may be one. `lr/0` is not the
        module `0`, but `0.weight` is in it.
        """
        if "".join(texts[found.first : found.end]).isdigit():
            return found.end < len(texts) and parameter_of(texts[found.end]) is not None
        is_scope = self.tree.op[found.row] < 0
        return is_scope or found.words > 1 or (found.first == 0 and found.left_out == 0)


def _names(
    tree: ScopeTree,
    named: list[tuple[int, tuple[str, ...]]],
    left_out: int,
    known: set[tuple[str, ...]],
) -> Names:
    names: Names = {}
    for row, words in named:
        name = words[left_out:]
        # Many ops end alike (`add`, `Identity`): a single word is a name only of a scope.
        if not name or name in known or (left_out and len(name) == 1 and tree.op[row] >= 0):
            continue
        other = names.get(name, _PASSED)
        is_first = other == _PASSED
        # A scope comes before its ops; of two full names of equal words, the first is meant.
        names[name] = row if is_first else (other if not left_out else _AMBIGUOUS)
        for length in range(1, len(name)):
            names.setdefault(name[:length], _PASSED)
    return names


scope_indices: Final = PerGraphCache[ScopeIndex](lambda graph: ScopeIndex(graph.tree))
"""The index of each graph in memory."""


def index_of(graph: PreparedGraph) -> ScopeIndex:
    """Return the index of a graph; it is made at its first use."""
    return scope_indices.get(graph)
