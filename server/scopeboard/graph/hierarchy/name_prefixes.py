"""Common prefixes of names, for a hundred thousand names at once.

A name is made of words: letters, digits, and the separators `_`, `-` and `.` between them. So
`conv2_block1_add` begins with `conv`, `conv2`, `conv2_`, `conv2_block`, … A beginning that two
names share is a *prefix* of these. Beginnings of the same names are one prefix: the longest that
ends with a whole word in all of them, `conv2_` rather than `conv2_block`; without any, the longest.

Prefixes nest: two of them have no name in common, or one holds the other.

All beginnings are hashed at once (see `path_hashes`), and those with equal hashes are equal. So the
time is that of sorting as many numbers as there are words in all names.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from scopeboard.arrays import Amounts, Flags, Hashes, Indices
from scopeboard.graph.hierarchy.path_hashes import concatenate_names, hash_beginnings
from scopeboard.graph.model.hashing import hash_numbers

SEPARATORS: Final = "_-."
NONE: Final = -1
_LETTER, _DIGIT, _SEPARATOR = range(3)
_KINDS: Final = np.full(256, _LETTER, dtype=np.int8)  # of bytes; outside ASCII all are letters
_KINDS[list(b"0123456789")] = _DIGIT
_KINDS[list(SEPARATORS.encode())] = _SEPARATOR


@dataclass(frozen=True, slots=True)
class NamePrefixes:
    """Prefixes as columns: one entry for each, in order of appearance, outer ones first.

    `texts` are the prefixes, `family` the families of their names, `size` the numbers of names.
    `above` is the next shorter prefix of the same names, `home` [names] the longest prefix of a
    name; both are `NONE` where there is none.
    """

    texts: list[str]
    family: Indices
    size: Amounts
    above: Indices
    home: Indices


@dataclass(frozen=True, slots=True)
class _Beginnings:
    """Beginnings of names: by name, then by length in bytes.

    `is_whole` is whether a word ends there: a separator stands before or behind, or nothing behind.
    """

    name: Indices
    length: Amounts
    hash: Hashes
    is_whole: Flags

    def take(self, rows: Indices) -> "_Beginnings":
        """Return some of them."""
        return _Beginnings(self.name[rows], self.length[rows], self.hash[rows], self.is_whole[rows])


def find_prefixes(names: Sequence[str], family: Indices) -> NamePrefixes:
    """Return the prefixes that at least two names of one family share.

    Args:
        names: the names; equal ones count each.
        family: a number for each name. Names of different families have no prefix in common.
    """
    begins = _beginnings(names)
    keys = begins.hash + hash_numbers(family[begins.name])
    _, node, count = np.unique(keys, return_inverse=True, return_counts=True)
    shared = np.flatnonzero(count[node] > 1)
    begins, node = begins.take(shared), node[shared]
    best = _of_same_names(begins, node, count)
    name, length, node = begins.name[best], begins.length[best], node[best]
    _, first, row = np.unique(node, return_index=True, return_inverse=True)
    order = np.argsort(first)  # by the first name, then by length
    row = np.argsort(order)[row]
    first = first[order]
    above = np.full(first.size, NONE, dtype=np.int64)
    inner = np.flatnonzero(name[1:] == name[:-1]) + 1
    above[row[inner]] = row[inner - 1]
    home = np.full(len(names), NONE, dtype=np.int64)
    home[name] = row  # of several, the longest comes last
    return NamePrefixes(
        texts=[
            _begin(names[of], end)
            for of, end in zip(name[first].tolist(), length[first].tolist(), strict=True)
        ],
        family=family[name[first]],
        size=count[node[first]],
        above=above,
        home=home,
    )


def _beginnings(names: Sequence[str]) -> _Beginnings:
    """Return the beginnings of all names that end with a word or a separator and have a word."""
    data, size = concatenate_names(names)
    bounds = np.concatenate(([0], np.cumsum(size)))
    kinds = np.append(_KINDS[data], np.int8(_SEPARATOR))
    ends_word = np.zeros(data.size + 1, dtype=np.bool_)
    ends_word[1:] = kinds[1:] != kinds[:-1]
    is_end = np.zeros(data.size + 1, dtype=np.bool_)
    is_end[bounds[1:]] = True
    at = np.flatnonzero(ends_word | is_end)
    at = at[at > 0]
    name = np.searchsorted(bounds, at) - 1
    is_whole = is_end[at] | (kinds[at] == _SEPARATOR) | (kinds[at - 1] == _SEPARATOR)
    words = np.concatenate(([0], np.cumsum(kinds[:-1] != _SEPARATOR)))
    starts = bounds[name]
    # A name such as `3f9a` is no word and a number, but an identifier.
    has_word = (words[at] > words[starts]) & (is_whole | (kinds[starts] != _DIGIT))
    at, name, is_whole = at[has_word], name[has_word], is_whole[has_word]
    length = at - bounds[name]
    return _Beginnings(name, length, hash_beginnings(data, bounds, name, length), is_whole)


def _of_same_names(begins: _Beginnings, node: Indices, count: Amounts) -> Indices:
    """Return the rows of the beginnings that are prefixes, of those of the same names one.

    Args:
        begins: beginnings that several names share.
        node: a number for each, equal for equal ones.
        count: how many names have each.
    """
    is_broken = np.zeros(count.size, dtype=np.bool_)
    is_broken[node[~begins.is_whole]] = True
    # As prefixes nest, those of one name are of the same names if they are of as many.
    is_other = np.diff(begins.name, prepend=NONE) != 0
    is_other |= np.diff(count[node], prepend=0) != 0
    run = np.cumsum(is_other)
    by_rank = np.lexsort((begins.length, ~is_broken[node], run))
    lasts: Indices = by_rank[np.flatnonzero(np.diff(run, append=0))]
    return lasts


def _begin(name: str, length: int) -> str:
    """Return the first bytes of a name as text."""
    if name.isascii():
        return name[:length]
    return name.encode("utf-8", "surrogatepass")[:length].decode("utf-8", "surrogatepass")
