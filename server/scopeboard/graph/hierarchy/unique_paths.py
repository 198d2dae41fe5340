"""Unique paths: a path already in use gets a number, as in `a/(a)#2`."""

from collections.abc import Sequence

import numpy as np

from scopeboard.graph.hierarchy.path_hashes import HashIndex, hash_paths


def unique_paths(wanted: Sequence[str], *used: HashIndex) -> list[str]:
    """Return each wanted path, or the same with the first free number from 2 upwards.

    All paths in use try their next numbers in one round; the batch of numbers doubles in each
    round.
    """
    chosen = list(wanted)
    chosen_paths: set[str] = set()
    last_tried: dict[str, int] = {}
    candidates = {index: [path] for index, path in enumerate(wanted)}
    batch = 1
    while candidates:
        hashes = hash_paths([path for paths in candidates.values() for path in paths]).full
        is_used = iter(np.any([index.find(hashes) >= 0 for index in used], axis=0).tolist())
        remaining = []
        for index, paths in candidates.items():
            free = [path for path in paths if not next(is_used) and path not in chosen_paths]
            if free:
                chosen[index] = free[0]
                chosen_paths.add(free[0])
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
