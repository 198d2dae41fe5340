"""Hashes of paths stand for the paths: equal when and only when these are."""

from hypothesis import given
from hypothesis import strategies as st

from scopeboard.graph.path_hashes import hash_paths

_NAMES = st.lists(st.text(alphabet="ab/é\0\ud800", max_size=9), max_size=12)


def paths_above(name: str) -> list[str]:
    return [name[:end] for end, sign in enumerate(name) if sign == "/"]


@given(_NAMES)
def test_equal_paths_and_only_these_have_equal_hashes(names: list[str]) -> None:
    hashes = hash_paths(names)
    above = [path for name in names for path in paths_above(name)]
    pairs = {*zip(above, hashes.above.tolist(), strict=True)}
    pairs |= {*zip(names, hashes.whole.tolist(), strict=True)}
    assert len({path for path, _ in pairs}) == len({value for _, value in pairs}) == len(pairs)


@given(_NAMES)
def test_every_path_above_a_name_is_there_with_its_length(names: list[str]) -> None:
    hashes = hash_paths(names)
    for name, first, end in zip(names, hashes.first, hashes.first[1:], strict=False):
        sizes = [len(path.encode("utf-8", "surrogatepass")) for path in paths_above(name)]
        assert hashes.end[first:end].tolist() == sizes


@given(_NAMES)
def test_names_with_empty_segments_are_found(names: list[str]) -> None:
    expected = [place for place, name in enumerate(names) if "" in name.split("/")]
    assert hash_paths(names).with_empty.tolist() == expected


def test_long_names_have_hashes_of_their_own() -> None:
    long = "/".join(["scope"] * 60_000)
    other = f"{long[:300_000]}x{long[300_001:]}"
    hashes = hash_paths(["a", long, other, long, "scope", long[:-6]])
    assert len(set(hashes.whole.tolist())) == 5
    assert hashes.above[0] == hashes.whole[4]
    assert hashes.above[hashes.first[2] - 1] == hashes.whole[5]
    first, second = (hashes.above[hashes.first[n] : hashes.first[n + 1]] for n in (1, 2))
    assert (first == second).sum() == 50_000


def test_nothing_has_no_hashes() -> None:
    hashes = hash_paths([])
    assert (hashes.whole.size, hashes.above.size, hashes.first.tolist()) == (0, 0, [0])
