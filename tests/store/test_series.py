"""Segments that grow, and their merging."""

from itertools import chain

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.events.batch import Columns
from scopeboard.store.segment import Segment
from scopeboard.store.series import Series, merged


def columns(*steps: int, time: float = 0.0) -> Columns:
    return Columns(np.array(steps, np.int64), np.full(len(steps), time), np.array(steps, float))


@given(st.lists(st.lists(st.integers(-9, 9), max_size=50), min_size=1, max_size=8))
def test_a_segment_holds_all_that_was_appended(pieces: list[list[int]]) -> None:
    segment = Segment(columns(*pieces[0]))
    for piece in pieces[1:]:
        segment.append(columns(*piece))
    assert segment.read().step.tolist() == list(chain(*pieces))
    assert len(segment) == sum(map(len, pieces))


def test_what_was_read_stays_as_it_was() -> None:
    segment = Segment(columns(1, 2))
    before = segment.read()
    segment.append(columns(*range(100)))
    assert before.step.tolist() == [1, 2]


def test_files_are_merged_in_the_order_of_their_names_whatever_the_order_of_reading() -> None:
    series: Series[Columns] = Series()
    series.append("b", columns(3))
    series.append("a", columns(1))
    series.append("b", columns(4))
    assert [(file, part.step.tolist()) for file, part in series.parts()] == [
        ("a", [1]),
        ("b", [3, 4]),
    ]
    series.drop("b")
    assert len(series) == 1


def test_points_of_several_files_stand_by_step_then_time() -> None:
    found = merged([columns(0, 2, 4, time=2.0), columns(1, 2, time=1.0)])
    assert found.step.tolist() == [0, 1, 2, 2, 4]
    assert found.wall_time.tolist() == [2, 1, 1, 2, 2]


def test_points_of_one_step_stand_by_wall_time_whatever_surrounds_them() -> None:
    for other in (columns(), columns(1, time=0.0)):
        found = merged([other, columns(5, time=10.0), columns(5, time=9.0)])
        assert found.wall_time.tolist()[-2:] == [9, 10]


def test_steps_that_go_back_within_a_file_are_kept_and_sorted() -> None:
    assert merged([columns(5, 6, 2, 3)]).step.tolist() == [2, 3, 5, 6]
