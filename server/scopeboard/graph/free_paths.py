"""Paths that nobody else has: a path that is taken gets a number, as in `a/(a)#2`."""

from collections.abc import Sequence

import numpy as np

from scopeboard.graph.columns import Flags
from scopeboard.graph.path_hashes import HashRows, hash_paths


def free_paths(wanted: Sequence[str], *taken: HashRows) -> list[str]:
    """Return each path as it is wanted, or the same with the first number that is free."""
    given: list[str] = []
    paths: set[str] = set()
    tried: dict[str, int] = {}
    for path, is_lost in zip(wanted, _are_taken(wanted, taken).tolist(), strict=True):
        chosen = path
        if is_lost or path in paths:
            tried[path] = _free_number(path, tried.get(path, 1), taken, paths)
            chosen = f"{path}#{tried[path]}"
        given.append(chosen)
        paths.add(chosen)
    return given


def _free_number(path: str, after: int, taken: tuple[HashRows, ...], paths: set[str]) -> int:
    """Return the first number above `after` that makes a path nobody has."""
    batch = 8
    while True:
        numbers = range(after + 1, after + 1 + batch)
        numbered = [f"{path}#{number}" for number in numbers]
        is_taken = _are_taken(numbered, taken).tolist()
        for number, text, is_lost in zip(numbers, numbered, is_taken, strict=True):
            if not is_lost and text not in paths:
                return number
        after, batch = after + batch, batch * 2


def _are_taken(paths: Sequence[str], taken: tuple[HashRows, ...]) -> Flags:
    """Tell for each path whether one of the indices has it."""
    hashes = hash_paths(paths).whole
    is_taken: Flags = np.any([index.find(hashes) >= 0 for index in taken], axis=0)
    return is_taken
