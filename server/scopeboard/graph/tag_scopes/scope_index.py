"""The names of the rows of a tree by their words, so that a tag finds its row word by word.

A row is found by all words of its path, and by the path without its first one, two or three words:
the class of the traced module (`Net/…`), a wrapper (`model/…`) or a tower is often not in the tags.
A shorter name counts only where one row has it, and never for a row that has a full name of these
words.

Names are tries, so that the index is as large as the names: a name of 32,768 words has as many
prefixes. No module has such a name, and rows of more than `MAX_WORDS` words are not in the index.
"""

from typing import Final, NamedTuple

from scopeboard.concurrency.cancellation import CancelCheck, never_cancelled
from scopeboard.graph.hierarchy.name_scopes import ROOT
from scopeboard.graph.hierarchy.tree import ScopeTree
from scopeboard.graph.model.op_graph import LIBRARY
from scopeboard.graph.prepared.prepared_graph import PerGraphCache, PreparedGraph
from scopeboard.graph.tag_scopes.path_words import Word, parameter_of, words_of

_MAX_LEFT_OUT: Final = 3
_PASSED: Final = -1
"""No row has this name, but the names of some begin with it."""
_AMBIGUOUS: Final = -2

MAX_WORDS: Final = 64
"""Of the name of a row; one with more is found by no tag."""
MAX_TAG_WORDS: Final = 256
"""Of a tag; one with more names no row."""
_CHECK_EVERY: Final = 1024


class _Names:
    """Names as a trie: a number for each prefix of a name, 0 for the empty one."""

    def __init__(self) -> None:
        self._longer: dict[tuple[int, str], int] = {}
        self._rows: list[int] = [_PASSED]

    def longer(self, prefix: int, word: str) -> int | None:
        """Return the prefix that has one more word; None without a name that begins so."""
        return self._longer.get((prefix, word))

    def row(self, prefix: int) -> int:
        """Return the row whose name a prefix is, `_PASSED` or `_AMBIGUOUS`."""
        return self._rows[prefix]

    def has_row(self, words: tuple[str, ...]) -> bool:
        """Return whether these words are the name of one row."""
        prefix: int | None = 0
        for word in words:
            prefix = None if prefix is None else self.longer(prefix, word)
        return prefix is not None and self._rows[prefix] >= 0

    def add(self, words: tuple[str, ...], row: int, other: int | None) -> None:
        """Add a name; `other` is what it means if a row has it already, None for that row."""
        prefix = 0
        for word in words:
            at = self._longer.setdefault((prefix, word), len(self._rows))
            if at == len(self._rows):
                self._rows.append(_PASSED)
            prefix = at
        if self._rows[prefix] == _PASSED:
            self._rows[prefix] = row
        elif other is not None:
            self._rows[prefix] = other


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
        check: called now and then.

    Raises:
        CancelledError: `check` raised it.
    """

    def __init__(self, tree: ScopeTree, check: CancelCheck = never_cancelled) -> None:
        self.tree = tree
        library = tree.find_scope(LIBRARY) if LIBRARY else None
        begin, end = (0, 0) if library is None else tree.interval(library)
        rows = [*range(ROOT + 1, tree.first_group), *range(tree.first_op, tree.parent.size)]
        named: list[tuple[int, tuple[str, ...]]] = []
        for number, row in enumerate(rows):
            if number % _CHECK_EVERY == 0:
                check()
            if tree.depth[row] <= MAX_WORDS and not (begin <= tree.start[row] < end):
                words = tuple(word.text for word in words_of(tree.path(row), MAX_WORDS + 1))
                if 0 < len(words) <= MAX_WORDS:
                    named.append((row, words))
        self._levels: list[_Names] = []
        for left_out in range(_MAX_LEFT_OUT + 1):
            self._levels.append(_names(tree, named, left_out, self._levels, check))

    def find(self, words: list[Word]) -> Found | None:
        """Return the row of which a tag says most words; None without one.

        Of rows with equally many words, the one whose name ends last, then the one with the most
        complete name.
        """
        texts = [word.text for word in words] if len(words) <= MAX_TAG_WORDS else []
        best: tuple[tuple[int, int, int], Found] | None = None
        for left_out, names in enumerate(self._levels):
            for first in range(len(texts)):
                found = self._walk(names, texts, first, left_out)
                if found is not None and self._is_telling(found, texts):
                    rank = (found.words, found.end, -left_out)
                    if best is None or rank > best[0]:
                        best = rank, found
        return None if best is None else best[1]

    def _walk(self, names: _Names, texts: list[str], first: int, left_out: int) -> Found | None:
        """Follow the words of a tag as far as names go.

        The word of a list of modules, `layer` in `encoder.layer.3`, may be missing in names: a
        list is never called, so that no trace has a scope for it.
        """
        prefix, words = 0, 0
        found: Found | None = None
        at = first
        while at < len(texts):
            longer = names.longer(prefix, texts[at])
            if longer is None:
                is_list = words > 0 and at + 1 < len(texts) and texts[at + 1].isdigit()
                if not is_list or texts[at].isdigit():
                    break
                if names.longer(prefix, texts[at + 1]) is None:
                    break
                at += 1
                continue
            prefix, words = longer, words + 1
            at += 1
            row = names.row(prefix)
            if row >= 0:
                found = Found(row, first, at, words, left_out)
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
    levels: list[_Names],
    check: CancelCheck,
) -> _Names:
    """Return the names without their first `left_out` words; `levels` are the fuller names."""
    names = _Names()
    for number, (row, words) in enumerate(named):
        if number % _CHECK_EVERY == 0:
            check()
        name = words[left_out:]
        # Many ops end alike (`add`, `Identity`): a single word is a name only of a scope.
        if not name or (left_out and len(name) == 1 and tree.op[row] >= 0):
            continue
        if any(level.has_row(name) for level in levels):
            continue
        # A scope comes before its ops; of two full names of equal words, the first is meant.
        names.add(name, row, _AMBIGUOUS if left_out else None)
    return names


_indices: Final = PerGraphCache[list[ScopeIndex]](lambda _graph: [])
"""The index of each graph in memory, once it is made."""


def index_of(graph: PreparedGraph, check: CancelCheck = never_cancelled) -> ScopeIndex:
    """Return the index of a graph; it is made at its first use.

    Raises:
        CancelledError: `check` raised it.
    """
    made = _indices.get(graph)
    if not made:
        made.append(ScopeIndex(graph.tree, check))
    return made[0]
