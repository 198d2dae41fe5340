"""Sorted columns of pairs, against a dictionary."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.store.format.change import RUN_TAG
from scopeboard.store.tables.run_tags import RunTags

GUESSED = np.array([False, False, True, True])
ROW = st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 3))
STEPS = st.lists(st.lists(ROW, max_size=6) | st.sets(st.integers(0, 3), min_size=1), max_size=8)


def rows_of(rows: list[tuple[int, int, int]]) -> np.ndarray[tuple[int], np.dtype[np.void]]:
    return np.array([(*row, False) for row in rows], RUN_TAG)


def pairs_of(tags: RunTags) -> dict[tuple[int, int], int]:
    pairs = zip(tags.pairs.tolist(), tags.metadata.tolist(), strict=True)
    return {(pair >> 32, pair & 0xFFFFFFFF): number for pair, number in pairs}


@given(STEPS)
def test_known_metadata_is_the_last_but_no_guess_replaces_logged_metadata(
    steps: list[list[tuple[int, int, int]] | set[int]],
) -> None:
    tags, truth = RunTags(), dict[tuple[int, int], int]()
    for step in steps:
        if isinstance(step, set):
            tags.remove(np.array(sorted(step)))
            truth = {pair: n for pair, n in truth.items() if pair[0] not in step}
            continue
        before = dict(truth)
        for run, key, number in step:
            known = before.get((run, key))
            if known is None or not GUESSED[number] or GUESSED[known]:
                truth.pop((run, key), None)
                truth[run, key] = number
        tags.put(rows_of(step), GUESSED)
        assert pairs_of(tags) == truth
    for run in range(4):
        keys, metadata = tags.of_run(run)
        found = list(zip(keys.tolist(), metadata.tolist(), strict=True))
        assert dict(found) == {key: n for (r, key), n in truth.items() if r == run}


@given(st.lists(st.lists(ROW, max_size=6), max_size=8))
def test_the_metadata_of_a_tag_stays_unless_it_was_a_guess(
    steps: list[list[tuple[int, int, int]]],
) -> None:
    tags, truth = RunTags(), dict[tuple[int, int], int]()
    for step in steps:
        is_news = tags.is_missing(rows_of(step), GUESSED)
        for (run, key, number), news in zip(step, is_news.tolist(), strict=True):
            known = truth.get((run, key))
            assert news == (known is None or bool(GUESSED[known] and not GUESSED[number]))
        for guess in (False, True):
            for run, key, number in step:
                known = truth.get((run, key))
                if GUESSED[number] == guess and (known is None or (GUESSED[known] and not guess)):
                    truth[run, key] = number
        tags.put_missing(rows_of(step), GUESSED)
        assert pairs_of(tags) == truth


def test_the_last_insertion_is_last_in_order() -> None:
    tags = RunTags()
    for key in (2, 1, 3, 2):
        tags.put(rows_of([(0, key, 0)]), GUESSED)
    assert tags.of_run(0)[0].tolist() == [1, 3, 2]
    assert tags.by_insertion(is_known=False)["key"].tolist() == [1, 3, 2]
