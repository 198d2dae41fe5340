"""Superseded points, against the rule in plain Python."""

from typing import NamedTuple

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.store.format.schema import BLOCK, Rows
from scopeboard.store.query.range import NEVER
from scopeboard.store.query.superseded import sessions_of, superseded_from


class Logged(NamedTuple):
    """A block: its file, session and series, and the ranges of its steps and times."""

    run: int
    file: int
    session: int
    key: int
    steps: tuple[int, int]
    times: tuple[float, float]


def steps_of(*logged: Logged) -> list[int | None]:
    """Return the first superseded step of each block, None for none."""
    rows = rows_of(logged)
    runs = np.array([block.run for block in logged], np.int64)
    found = superseded_from(rows, runs, sessions_of(rows))
    return [None if step == NEVER else int(step) for step in found]


def rows_of(logged: tuple[Logged, ...]) -> Rows:
    rows = np.zeros(len(logged), BLOCK)
    for row, block in zip(rows, logged, strict=True):
        row["file"], row["session"], row["key"] = block.file, block.session, block.key
        row["min_step"], row["max_step"] = block.steps
        row["min_wall_time"], row["max_wall_time"] = block.times
    return rows


def first(**changes: object) -> Logged:
    return Logged(0, 0, 0, 0, (0, 100), (0.0, 50.0))._replace(**changes)  # type: ignore[arg-type]


def second(**changes: object) -> Logged:
    return Logged(0, 1, 0, 0, (80, 200), (60.0, 99.0))._replace(**changes)  # type: ignore[arg-type]


def test_a_resumed_job_supersedes_the_points_that_it_repeats() -> None:
    assert steps_of(first(), second()) == [80, None]


def test_a_job_begun_anew_hides_all_that_was_before() -> None:
    assert steps_of(first(), second(steps=(0, 3))) == [0, None]


def test_a_session_that_goes_on_where_the_last_one_ended_hides_nothing_that_is_there() -> None:
    assert steps_of(first(), second(steps=(101, 200))) == [101, None]


def test_writers_side_by_side_hide_nothing() -> None:
    assert steps_of(first(), second(times=(49.9, 99.0))) == [None, None]
    assert steps_of(first(), second(times=(10.0, 20.0))) == [None, None]


def test_a_session_that_begins_just_when_another_ends_is_after_it() -> None:
    assert steps_of(first(), second(times=(50.0, 99.0))) == [80, None]
    assert steps_of(first(), second(times=(50.0, 50.0))) == [80, None]
    assert steps_of(first(times=(50.0, 50.0)), second(times=(50.0, 99.0))) == [80, None]


def test_of_two_moments_at_one_time_neither_is_later() -> None:
    moment = (50.0, 50.0)
    assert steps_of(first(times=moment), second(times=moment)) == [None, None]


def test_a_series_that_the_later_session_lacks_stays() -> None:
    blocks = first(), first(key=1), second()
    assert steps_of(*blocks) == [80, None, None]


def test_each_series_counts_for_itself() -> None:
    """A tag that every session logs at step 0 does not show where the session resumed."""
    once = {"key": 1, "steps": (0, 0)}
    assert steps_of(first(), first(**once), second(), second(**once)) == [80, 0, None, None]


def test_a_session_is_as_long_as_all_that_it_logged() -> None:
    other_series = first(key=1, times=(0.0, 70.0))
    assert steps_of(first(), other_series, second()) == [None, None, None]


def test_all_blocks_of_a_session_count_as_one() -> None:
    parts = first(times=(0.0, 9.0)), first(steps=(90, 95)), second(steps=(150, 200)), second()
    assert steps_of(*parts) == [80, 80, None, None]


def test_within_a_file_sessions_are_in_order_even_if_the_clock_goes_back() -> None:
    earlier = second(file=0, session=1, times=(-5.0, 3.0))
    assert steps_of(first(), earlier) == [80, None]
    timeless = second(file=0, session=1, times=(np.nan, np.nan))
    assert steps_of(first(), timeless) == [80, None]


def test_sessions_without_times_are_beside_all_others() -> None:
    never = (np.nan, np.nan)
    assert steps_of(first(times=never), second()) == [None, None]
    assert steps_of(first(), second(times=never)) == [None, None]


def test_runs_have_nothing_to_do_with_one_another() -> None:
    assert steps_of(first(), second(run=1)) == [None, None]


def test_the_lowest_of_all_later_beginnings_counts() -> None:
    third = second(file=2, steps=(40, 90), times=(100.0, 120.0))
    assert steps_of(first(), second(), third) == [40, 40, None]
    fourth = third._replace(file=3, steps=(60, 90), times=(130.0, 140.0))
    assert steps_of(first(), second(), third, fourth) == [40, 40, 60, None]


MOMENTS = st.integers(0, 9).map(float)
TIMES = st.tuples(MOMENTS, MOMENTS).map(lambda times: (min(times), max(times)))
BLOCKS = st.lists(
    st.builds(
        Logged,
        run=st.just(0),
        file=st.integers(0, 5),
        session=st.integers(0, 2),
        key=st.integers(0, 2),
        steps=st.tuples(st.integers(-9, 9), st.integers(0, 9)).map(lambda s: (s[0], s[0] + s[1])),
        times=TIMES | st.just((np.nan, np.nan)),
    ).map(lambda block: block._replace(run=block.file // 3)),
    max_size=14,
)


@given(BLOCKS)
def test_the_rule_word_for_word(logged: list[Logged]) -> None:
    assert steps_of(*logged) == [plainly(block, logged) for block in logged]


def plainly(block: Logged, logged: list[Logged]) -> int | None:
    later = [
        other.steps[0]
        for other in logged
        if (other.run, other.key) == (block.run, block.key) and is_later(other, block, logged)
    ]
    return min(later, default=None)


def is_later(other: Logged, block: Logged, logged: list[Logged]) -> bool:
    if other.file == block.file:
        return other.session > block.session
    (begin, last), (first, end) = span(other, logged), span(block, logged)
    return begin >= end and not begin == last == first == end


def span(block: Logged, logged: list[Logged]) -> tuple[float, float]:
    """Return begin and end of a block's session; neither is before its file's earlier ones."""
    file = [b for b in logged if b.file == block.file and b.times[0] == b.times[0]]
    own = [b.times for b in file if b.session == block.session]
    if not own:
        return (np.nan, np.nan)
    before = max((b.times[1] for b in file if b.session < block.session), default=-np.inf)
    begin = max(before, min(times[0] for times in own))
    return begin, max(begin, *(times[1] for times in own))


@given(BLOCKS, st.randoms(use_true_random=False))
def test_the_order_of_reading_does_not_matter(logged: list[Logged], random: object) -> None:
    order = list(range(len(logged)))
    random.shuffle(order)  # type: ignore[attr-defined]
    shuffled = steps_of(*[logged[at] for at in order])
    straight = steps_of(*logged)
    assert shuffled == [straight[at] for at in order]


@given(BLOCKS)
def test_visible_points_supersede_no_others(logged: list[Logged]) -> None:
    """The rule is idempotent: superseded points supersede no others."""
    steps = steps_of(*logged)
    seen = [
        block._replace(steps=(block.steps[0], min(block.steps[1], step - 1)))
        for block, step in zip(logged, steps, strict=True)
        if step is not None
    ]
    again = steps_of(*logged, *[block for block in seen if block.steps[0] <= block.steps[1]])
    assert again[: len(steps)] == steps


@given(BLOCKS)
def test_something_of_every_series_stays_visible(logged: list[Logged]) -> None:
    steps = steps_of(*logged)
    for run, key in {(block.run, block.key) for block in logged}:
        of_series = [s for block, s in zip(logged, steps, strict=True) if block[:4:3] == (run, key)]
        assert None in of_series


def test_four_hundred_thousand_series_of_one_or_two_sessions_are_computed_at_once() -> None:
    rows = np.zeros(800_000, BLOCK)
    rows["file"] = np.repeat(np.arange(200_000), 4)
    rows["key"] = np.tile(np.arange(4), 200_000)
    rows["min_wall_time"] = rows["max_wall_time"] = rows["file"]
    runs = rows["file"].astype(np.int64) // 2
    found = superseded_from(rows, runs, sessions_of(rows))
    assert np.count_nonzero(found != NEVER) == 400_000
