"""When which look is due."""

from scopeboard.ingest.poll_schedule import Depth, Pace


def test_the_first_look_goes_all_the_way() -> None:
    assert Pace(5).due(0.0) is Depth.DIRECTORIES


def test_files_that_change_are_looked_at_each_second_and_all_each_interval() -> None:
    pace = Pace(5)
    pace.note(Depth.DIRECTORIES, 0.0, 0.1)
    assert pace.due(0.9) is None
    assert pace.due(1.1) is Depth.HOT
    pace.note(Depth.HOT, 1.1, 0.0)
    assert pace.due(4.9) is Depth.HOT
    assert pace.due(5.1) is Depth.FILES


def test_a_small_log_directory_is_walked_more_often() -> None:
    pace = Pace(5)
    for walked in (0.0, 1.1):
        pace.note(Depth.DIRECTORIES, walked, 0.002)
        assert pace.due(walked + 0.9) is None
        assert pace.due(walked + 1.1) is Depth.DIRECTORIES
    pace.note(Depth.DIRECTORIES, 2.2, 0.02)
    pace.note(Depth.DIRECTORIES, 3.3, 0.02)
    assert pace.due(7.2) is Depth.HOT
    assert pace.due(7.4) is Depth.DIRECTORIES


def test_whoever_looks_rarely_walks_rarely() -> None:
    pace = Pace(60)
    pace.note(Depth.DIRECTORIES, 0.0, 0.0)
    assert pace.due(11) is Depth.HOT
    assert pace.due(13) is Depth.DIRECTORIES


def test_walks_that_take_long_are_made_less_often() -> None:
    pace = Pace(5)
    pace.note(Depth.DIRECTORIES, -9.0, 0.1)
    pace.note(Depth.DIRECTORIES, 0.0, 0.1)
    assert pace.due(5.2) is Depth.FILES
    assert pace.due(21) is Depth.DIRECTORIES
    pace.note(Depth.DIRECTORIES, 19.0, 9.0)
    pace.note(Depth.DIRECTORIES, 29.0, 9.0)
    assert pace.due(58) is Depth.FILES
    assert pace.due(60) is Depth.DIRECTORIES


def test_a_single_walk_that_was_kept_waiting_delays_nothing() -> None:
    pace = Pace(5)
    for cost in (0.001, 0.001, 9.0):
        pace.note(Depth.DIRECTORIES, 0.0, cost)
    assert pace.due(5.1) is Depth.DIRECTORIES


def test_the_first_walk_says_what_the_next_will_cost() -> None:
    pace = Pace(5)
    pace.note(Depth.DIRECTORIES, 0.0, 0.1)
    assert pace.due(19.9) is Depth.FILES
    assert pace.due(20.1) is Depth.DIRECTORIES


def test_what_a_look_includes_is_not_due_again() -> None:
    pace = Pace(0.01)
    pace.note(Depth.DIRECTORIES, 0.0, 0.0)
    assert pace.due(0.005) is None
    assert 0 < pace.wait(0.005) <= 0.01
    assert pace.wait(1.0) == 0.0
