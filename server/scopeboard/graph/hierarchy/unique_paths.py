"""Paths that nobody else has: a path that is taken gets a number, as in `a/(a)#2`."""

from collections.abc import Sequence

import numpy as np

from scopeboard.arrays import Flags
from scopeboard.graph.hierarchy.path_hashes import HashIndex, hash_paths


def unique_paths(wanted: Sequence[str], *taken: HashIndex) -> list[str]:
    """Return each path as it is wanted, or the same with a number that is free, from 2 upwards.

    All that have no path yet try their next numbers in one round; the more rounds it takes, the
    more numbers are tried in each.
    """
    given = list(wanted)
    paths: set[str] = set()
    tried: dict[str, int] = {}
    waiting = _settle({place: [path] for place, path in enumerate(wanted)}, given, paths, taken)
    batch = 1
    while waiting:
        offers = {}
        for place in waiting:
            start = tried.get(wanted[place], 1) + 1
            tried[wanted[place]] = start + batch - 1
            offers[place] = [f"{wanted[place]}#{number}" for number in range(start, start + batch)]
        waiting = _settle(offers, given, paths, taken)
        batch *= 2
    return given


def _settle(
    offers: dict[int, list[str]], given: list[str], paths: set[str], taken: tuple[HashIndex, ...]
) -> list[int]:
    """Give each place the first path offered that is free, and return the places without one."""
    texts = [text for offer in offers.values() for text in offer]
    is_taken = iter(_are_taken(texts, taken).tolist())
    waiting = []
    for place, offer in offers.items():
        free = [text for text in offer if not next(is_taken) and text not in paths]
        if free:
            given[place] = free[0]
            paths.add(free[0])
        else:
            waiting.append(place)
    return waiting


def _are_taken(paths: Sequence[str], taken: tuple[HashIndex, ...]) -> Flags:
    """Tell for each path whether one of the indices has it."""
    hashes = hash_paths(paths).whole
    is_taken: Flags = np.any([index.find(hashes) >= 0 for index in taken], axis=0)
    return is_taken
