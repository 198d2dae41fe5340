"""Common prefixes of names, beside a search without hashes."""

import re
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.graph.hierarchy.name_prefixes import NONE, NamePrefixes, find_prefixes

_NAMES = st.lists(st.text(alphabet="abé12_-.", max_size=8), max_size=14)


def prefixes_of(names: list[str], families: list[int] | None = None) -> NamePrefixes:
    return find_prefixes(names, np.array(families or [0] * len(names), dtype=np.int64))


def members(found: NamePrefixes) -> dict[tuple[int, str], set[int]]:
    """Return the names inside each prefix."""
    inside: list[set[int]] = [set() for _ in found.texts]
    for name, prefix in enumerate(found.home.tolist()):
        around = prefix
        while around != NONE:
            inside[around].add(name)
            around = int(found.above[around])
    return dict(zip(zip(found.family.tolist(), found.texts, strict=True), inside, strict=True))


def by_search(names: list[str]) -> dict[tuple[int, str], set[int]]:
    """Return the same, by comparing all beginnings of all names."""
    having: dict[str, set[int]] = {}
    broken: set[str] = set()
    for number, name in enumerate(names):
        words = re.findall(r"[-_.]+|[0-9]+|[^-_.0-9]+", name)
        for count in range(1, len(words) + 1):
            beginning = "".join(words[:count])
            is_whole = count == len(words) or bool(re.match("[-_.]", words[count]))
            is_whole |= bool(re.match("[-_.]", words[count - 1]))
            if re.fullmatch("[-_.]*", beginning) or (name[0].isdecimal() and not is_whole):
                continue
            having.setdefault(beginning, set()).add(number)
            if not is_whole:
                broken.add(beginning)
    best: dict[frozenset[int], str] = {}
    for beginning, numbers in having.items():
        before = best.get(frozenset(numbers))
        rank = (beginning not in broken, len(beginning))
        if len(numbers) > 1 and (before is None or rank > (before not in broken, len(before))):
            best[frozenset(numbers)] = beginning
    return {(0, beginning): set(numbers) for numbers, beginning in best.items()}


@pytest.mark.parametrize(
    ("names", "found"),
    [
        (
            "conv2_block1_conv conv2_block1_bn conv2_block2_conv conv3_add input",
            {"conv": 4, "conv2_": 3, "conv2_block1_": 2},
        ),
        ("block2a_bn block2a_add block2b_bn", {"block2": 3, "block2a_": 2}),
        ("dense dense_1 dense_2", {"dense": 3, "dense_": 2}),
        ("zeros zeros_like", {"zeros": 2}),
        ("input.9 input.11 attn_weights.3", {"input.": 2}),
        ("enc-in enc-out", {"enc-": 2}),
        ("convolution convert", {}),  # no common word
        ("3f9a 3f1b 3174", {}),
        ("_a _b", {}),
        ("1_conv 1_bn", {"1_": 2}),
        ("é1 é2", {"é": 2}),
        ("same same", {"same": 2}),
        ("", {}),
    ],
)
def test_names_share_whole_words(names: str, found: dict[str, int]) -> None:
    prefixes = prefixes_of(names.split())
    assert dict(zip(prefixes.texts, prefixes.size.tolist(), strict=True)) == found


@given(_NAMES)
def test_all_prefixes_are_found_with_their_names(names: list[str]) -> None:
    found = prefixes_of(names)
    assert members(found) == by_search(names)
    assert found.size.tolist() == [len(inside) for inside in members(found).values()]
    assert all(above < prefix for prefix, above in enumerate(found.above.tolist()))


@given(_NAMES)
def test_prefixes_nest(names: list[str]) -> None:
    sets = list(members(prefixes_of(names)).values())
    for one in sets:
        assert all(one <= other or other <= one or not one & other for other in sets)
        assert sum(one == other for other in sets) == 1


@given(_NAMES, st.randoms(use_true_random=False))
def test_the_order_of_names_is_of_no_account(names: list[str], random: Random) -> None:
    order = random.sample(range(len(names)), len(names))
    mixed = members(prefixes_of([names[number] for number in order]))
    assert {key: {order[each] for each in inside} for key, inside in mixed.items()} == members(
        prefixes_of(names)
    )


@given(_NAMES, st.data())
def test_families_have_nothing_in_common(names: list[str], data: st.DataObject) -> None:
    families = [data.draw(st.integers(0, 2)) for _ in names]
    together = members(prefixes_of(names, families))
    apart: dict[tuple[int, str], set[int]] = {}
    for family in range(3):
        own = [number for number, each in enumerate(families) if each == family]
        for (_, text), inside in members(prefixes_of([names[each] for each in own])).items():
            apart[family, text] = {own[number] for number in inside}
    assert together == apart
