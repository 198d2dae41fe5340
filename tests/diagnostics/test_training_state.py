"""The state of trainings, derived from clocks that differ, fail or are wrong."""

from dataclasses import replace

import pytest

from scopeboard.diagnostics.training_state import (
    End,
    TrainingStates,
    TrainingTimes,
    next_change,
)

NOW = 2e9
MINUTE, HOUR = 60.0, 3600.0


def state(times: TrainingTimes, now: float = NOW) -> str:
    return TrainingStates().derive({"a": times}, now)["a"].state


def times(
    last: float | None, changed: float, *ends: End, first: float = NOW - 9 * HOUR
) -> TrainingTimes:
    return TrainingTimes(first, last, changed, ends)


@pytest.mark.parametrize(
    ("last", "changed", "expected"),
    [
        (NOW - 10, NOW - 5, "running"),
        (NOW - 5 * MINUTE, NOW - 5, "running"),  # buffered events, or a slow clock
        (NOW - 5 * HOUR, NOW - 5, "done"),  # copied just now
        (NOW - 30 * MINUTE, NOW - 5, "inactive"),  # copied while it may still run elsewhere
        (NOW + 5 * HOUR, NOW - 5, "running"),  # its clock is fast, that of its files is right
        (NOW + 5 * HOUR, NOW - 30 * MINUTE, "inactive"),
        (NOW + 5 * HOUR, NOW + 5 * HOUR, "done"),  # neither clock is plausible
        (NOW - 5 * HOUR, NOW + 5 * HOUR, "done"),
        (NOW - 10, NOW + 5 * HOUR, "running"),
        (NOW - 10, NOW + 30, "running"),  # by the clock of another machine
        (None, NOW - 10, "running"),  # no event has a date
        (None, NOW - 30 * MINUTE, "inactive"),
        (None, NOW - 2 * HOUR, "done"),
        (12.0, NOW - 10, "done"),  # a wall time that is not a date
    ],
)
def test_both_clocks_determine_the_state(last: float | None, changed: float, expected: str) -> None:
    assert state(times(last, changed)) == expected


def test_a_training_whose_files_grow_runs_whatever_its_clock_shows() -> None:
    states = TrainingStates()
    last = NOW - 5 * HOUR
    slow = times(last, NOW - 1)
    assert states.derive({"a": slow}, NOW)["a"].state == "done"
    grown = replace(slow, last=last + 30, changed_at=NOW + 29)
    assert states.derive({"a": grown}, NOW + 30)["a"].state == "running"
    assert states.derive({"a": grown}, NOW + 100)["a"].state == "running"
    statuses = states.derive({"a": grown}, NOW + 200)
    assert statuses["a"].state == "inactive"
    assert next_change(statuses.values(), NOW + 200) == NOW + 30 + HOUR


def test_a_log_that_is_being_copied_does_not_run() -> None:
    states = TrainingStates()
    for second in range(5):
        part = times(NOW - (10 - second) * HOUR, NOW + second)
        assert states.derive({"a": part}, NOW + second)["a"].state == "done"


def test_reading_an_old_log_in_portions_is_no_growth() -> None:
    states = TrainingStates()
    for second in range(5):
        part = times(NOW - HOUR * 5 + second, NOW - 1)
        assert states.derive({"a": part}, NOW + second)["a"].state == "done"


@pytest.mark.parametrize(
    ("last", "expected"), [(NOW - 300, "done"), (NOW - 260, "done"), (NOW - 130, "inactive")]
)
def test_events_long_after_the_end_show_that_the_training_continued(
    last: float, expected: str
) -> None:
    assert state(times(last, NOW - 130, End(NOW - 300, "done"))) == expected


def test_the_last_end_counts() -> None:
    both = (End(NOW - 500, "failed"), End(NOW - 300, "done"))
    assert state(times(NOW - 300, NOW - 300, *both)) == "done"
    assert state(times(NOW - 300, NOW - 300, *reversed(both))) == "done"


def test_an_end_that_is_logged_at_the_start_counts_once_the_training_is_quiet() -> None:
    """Lightning logs both marks of a session with its hyper-parameters."""
    end = End(NOW - 20, "done", with_start=True)
    early = times(NOW - 20, NOW - 20, end, first=NOW - 21)
    assert state(early) == "running"
    assert state(early, NOW + 120) == "done"
    assert state(times(NOW - 200, NOW - 200, End(NOW - 900, "done"), first=NOW - 901)) == "inactive"


def test_an_end_that_is_logged_with_the_first_values_counts_once_the_training_is_quiet() -> None:
    """So stable-baselines3 does, which may take a minute for them."""
    end = End(NOW - 40, "done", with_start=True)
    assert state(times(NOW, NOW, end, first=NOW - 90)) == "running"
    assert state(times(NOW, NOW, end, first=NOW - 90), NOW + 120) == "done"
    last = times(NOW - 40, NOW - 5, end, first=NOW - 90)
    assert state(last) == "done"  # as `add_hparams` logs it


def test_a_training_of_a_few_seconds_is_done_once_it_logs_its_end() -> None:
    assert state(times(NOW - 20, NOW - 20, End(NOW - 20, "done"), first=NOW - 24)) == "done"


def test_a_training_in_the_directory_of_one_that_ended_ended_with_it() -> None:
    above = times(NOW - 300, NOW - 300, End(NOW - 300, "failed"))
    log = {"a": above, "a/b/c": times(NOW - 400, NOW - 400), "a/d": times(NOW - 5, NOW - 5)}
    statuses = TrainingStates().derive(log, NOW)
    assert [one.state for one in statuses.values()] == ["failed", "failed", "running"]


def test_trainings_in_the_log_directory_do_not_end_with_the_one_in_it() -> None:
    root = times(NOW - 600, NOW - 600, End(NOW - 600, "done"))
    statuses = TrainingStates().derive({".": root, "a": times(NOW - 600, NOW - 600)}, NOW)
    assert [one.state for one in statuses.values()] == ["done", "inactive"]
