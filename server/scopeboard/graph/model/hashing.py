"""Columns of 64-bit hashes: mixing them, and summing them by group.

A sum of mixed hashes depends on the members of the group but not on their order, as the hash of a
set must. All arithmetic is modulo 2**64. Two of a million different values collide about once in
forty million graphs.
"""

from collections.abc import Iterable
from hashlib import blake2b
from typing import Final

import numpy as np

from scopeboard.arrays import Hashes, Indices

# Odd constants of the finaliser of SplitMix64 (Steele, Lea and Flood, 2014).
_FIRST: Final = np.uint64(0xBF58476D1CE4E5B9)
_SECOND: Final = np.uint64(0x94D049BB133111EB)
_STEP: Final = 0x9E3779B97F4A7C15
_SHIFT: Final = np.uint64(31)


def mix(values: Hashes, salt: int = 0) -> Hashes:
    """Return hashes of hashes; another salt gives unrelated ones."""
    mixed = (values + np.uint64((salt + 1) * _STEP & 0xFFFFFFFFFFFFFFFF)) * _FIRST
    mixed ^= mixed >> _SHIFT
    mixed *= _SECOND
    mixed ^= mixed >> _SHIFT
    return mixed


def hash_numbers(values: Indices, salt: int = 0) -> Hashes:
    """Return a hash for each number."""
    return mix(values.astype(np.int64).view(np.uint64), salt)


def hash_texts(texts: list[str]) -> Hashes:
    """Return a hash for each text, the same in every process."""
    return hash_bytes(text.encode("utf-8", "surrogatepass") for text in texts)


def hash_bytes(values: Iterable[bytes]) -> Hashes:
    """Return a hash for each value, the same in every process."""
    digests = [blake2b(value, digest_size=8) for value in values]
    return np.array([int.from_bytes(digest.digest(), "little") for digest in digests], np.uint64)


def sum_by_group(groups: Indices, values: Hashes, count: int) -> Hashes:
    """Return the sum of the values of each of `count` groups; 0 for an empty group."""
    total = np.zeros(count, dtype=np.uint64)
    np.add.at(total, groups, values)
    return total
