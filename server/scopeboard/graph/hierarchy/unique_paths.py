"""Unique paths: a path that is taken gets a number, as in `a/(a)#2`."""

from collections.abc import Sequence

import numpy as np

from scopeboard.graph.hierarchy.path_hashes import HashIndex, hash_paths


def unique_paths(wanted: Sequence[str], *taken: HashIndex) -> list[str]:
    """Return each wanted path, or the same with the first free number from 2 upwards.

    All paths that are still taken try their next numbers in one round; the batch of numbers
    doubles in each round.
    """
    chosen = list(wanted)
    used: set[str] = set()
    last_tried: dict[str, int] = {}
    candidates = {index: [path] for index, path in enumerate(wanted)}
    batch = 1
    while candidates:
        hashes = hash_paths([path for paths in candidates.values() for path in paths]).whole
        is_taken = iter(np.any([index.find(hashes) >= 0 for index in taken], axis=0).tolist())
        remaining = []
        for index, paths in candidates.items():
            free = [path for path in paths if not next(is_taken) and path not in used]
            if free:
                chosen[index] = free[0]
                used.add(free[0])
            else:
                remaining.append(index)
        candidates = {}
        for index in remaining:
            start = last_tried.get(wanted[index], 1) + 1
            last_tried[wanted[index]] = start + batch - 1
            numbers = range(start, start + batch)
            candidates[index] = [f"{wanted[index]}#{number}" for number in numbers]
        batch *= 2
    return chosen
