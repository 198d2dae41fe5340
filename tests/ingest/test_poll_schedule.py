"""The times at which scans are due."""

from scopeboard.ingest.poll_schedule import PollSchedule, ScanLevel


def test_the_first_look_goes_all_the_way() -> None:
    assert PollSchedule(5).due(0.0) is ScanLevel.DIRECTORIES


def test_files_that_change_are_looked_at_each_second_and_all_each_interval() -> None:
    schedule = PollSchedule(5)
    schedule.record(ScanLevel.DIRECTORIES, 0.0, 0.1)
    assert schedule.due(0.9) is None
    assert schedule.due(1.1) is ScanLevel.HOT
    schedule.record(ScanLevel.HOT, 1.1, 0.0)
    assert schedule.due(4.9) is ScanLevel.HOT
    assert schedule.due(5.1) is ScanLevel.FILES


def test_a_small_log_directory_is_walked_more_often() -> None:
    schedule = PollSchedule(5)
    for walked in (0.0, 1.1):
        schedule.record(ScanLevel.DIRECTORIES, walked, 0.002)
        assert schedule.due(walked + 0.9) is None
        assert schedule.due(walked + 1.1) is ScanLevel.DIRECTORIES
    schedule.record(ScanLevel.DIRECTORIES, 2.2, 0.02)
    schedule.record(ScanLevel.DIRECTORIES, 3.3, 0.02)
    assert schedule.due(7.2) is ScanLevel.HOT
    assert schedule.due(7.4) is ScanLevel.DIRECTORIES


def test_whoever_looks_rarely_walks_rarely() -> None:
    schedule = PollSchedule(60)
    schedule.record(ScanLevel.DIRECTORIES, 0.0, 0.0)
    assert schedule.due(11) is ScanLevel.HOT
    assert schedule.due(13) is ScanLevel.DIRECTORIES


def test_walks_that_take_long_are_made_less_often() -> None:
    schedule = PollSchedule(5)
    schedule.record(ScanLevel.DIRECTORIES, -9.0, 0.1)
    schedule.record(ScanLevel.DIRECTORIES, 0.0, 0.1)
    assert schedule.due(5.2) is ScanLevel.FILES
    assert schedule.due(21) is ScanLevel.DIRECTORIES
    schedule.record(ScanLevel.DIRECTORIES, 19.0, 9.0)
    schedule.record(ScanLevel.DIRECTORIES, 29.0, 9.0)
    assert schedule.due(58) is ScanLevel.FILES
    assert schedule.due(60) is ScanLevel.DIRECTORIES


def test_a_single_walk_that_was_kept_waiting_delays_nothing() -> None:
    schedule = PollSchedule(5)
    for cost in (0.001, 0.001, 9.0):
        schedule.record(ScanLevel.DIRECTORIES, 0.0, cost)
    assert schedule.due(5.1) is ScanLevel.DIRECTORIES


def test_the_first_walk_says_what_the_next_will_cost() -> None:
    schedule = PollSchedule(5)
    schedule.record(ScanLevel.DIRECTORIES, 0.0, 0.1)
    assert schedule.due(19.9) is ScanLevel.FILES
    assert schedule.due(20.1) is ScanLevel.DIRECTORIES


def test_what_a_look_includes_is_not_due_again() -> None:
    schedule = PollSchedule(0.01)
    schedule.record(ScanLevel.DIRECTORIES, 0.0, 0.0)
    assert schedule.due(0.005) is None
    assert 0 < schedule.wait(0.005) <= 0.01
    assert schedule.wait(1.0) == 0.0
