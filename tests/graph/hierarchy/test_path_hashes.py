"""Hashes of paths are equal if and only if the paths are."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.arrays import Hashes
from scopeboard.graph.hierarchy.path_hashes import PathHashes, hash_parent_paths, hash_paths

_NAMES = st.lists(st.text(alphabet="ab/é\0\ud800", max_size=9), max_size=12)


def texts_above(name: str) -> list[str]:
    return [name[:end] for end, sign in enumerate(name) if sign == "/"]


def above(hashes: PathHashes, name: int) -> Hashes:
    slashes = np.arange(hashes.first[name], hashes.first[name + 1])
    return hashes.above(slashes, np.full(slashes.size, name))


@given(_NAMES)
def test_only_equal_paths_have_equal_hashes(names: list[str]) -> None:
    hashes = hash_paths(names)
    pairs = {*zip(names, hashes.full.tolist(), strict=True)}
    for index, name in enumerate(names):
        pairs |= {*zip(texts_above(name), above(hashes, index).tolist(), strict=True)}
        assert hash_parent_paths(name).tolist() == above(hashes, index).tolist()
    assert len({path for path, _ in pairs}) == len({value for _, value in pairs}) == len(pairs)


@given(_NAMES)
def test_every_path_above_a_name_has_its_hash_and_length(names: list[str]) -> None:
    hashes = hash_paths(names)
    for index, name in enumerate(names):
        slashes = np.arange(hashes.first[index], hashes.first[index + 1])
        sizes = [len(path.encode("utf-8", "surrogatepass")) for path in texts_above(name)]
        assert hashes.end(slashes, np.full(slashes.size, index)).tolist() == sizes


@given(_NAMES)
def test_names_with_empty_segments_are_found(names: list[str]) -> None:
    expected = [index for index, name in enumerate(names) if "" in name.split("/")]
    assert hash_paths(names).with_empty.tolist() == expected


def test_long_names_have_distinct_hashes() -> None:
    long = "/".join(["scope"] * 60_000)
    other = f"{long[:300_000]}x{long[300_001:]}"
    hashes = hash_paths(["a", long, other, long, "scope", long[:-6]])
    assert len(set(hashes.full.tolist())) == 5
    assert above(hashes, 1)[0] == hashes.full[4]
    assert above(hashes, 1)[-1] == hashes.full[5]
    assert (above(hashes, 1) == above(hashes, 2)).sum() == 50_000


def test_no_names_have_no_hashes() -> None:
    hashes = hash_paths([])
    assert (hashes.full.size, hashes.slashes.size, hashes.first.tolist()) == (0, 0, [0])
