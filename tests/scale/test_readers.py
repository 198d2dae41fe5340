"""Simulated readers: what they are given to do is done, once, in the time that it takes."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from programs.scale.readers import GROUP_BYTES, Machines, simulate_viewers
from programs.scale.services import ReaderServices, StoreServices, fitted
from programs.scale.workload import Log, Viewers
from tools.examples import examples

SERVICES = ReaderServices(
    request=0.001,
    run=1e-5,
    read_point=1e-7,
    sent_point=1e-7,
    fetch=0.002,
    fetched_byte=1e-9,
    listed_run=1e-6,
    block=1e-6,
)
STORE = StoreServices(request=0.003, byte=1e-9, latency=0.05, places=1)
ONE_GROUP = Log(runs=10, tags=2, steps=100)  # all of it is in a row group
FREE = StoreServices(request=0.0, byte=0.0, latency=0.0)


def test_a_viewer_alone_waits_for_what_a_chart_takes_and_no_longer() -> None:
    viewers = Viewers(count=1, looking=1.0, seconds=60.0)
    outcome = simulate_viewers(ONE_GROUP, viewers, Machines(1, 2), SERVICES, STORE)
    nbytes = ONE_GROUP.points * 24
    warm = 0.001 + 10 * (1e-5 + 100 * 2e-7)
    cold = warm + 0.05 + 0.003 + nbytes * 1e-9 + 0.002 + nbytes * 1e-9
    assert outcome.charts == [
        pytest.approx(cold),
        *[pytest.approx(warm)] * (len(outcome.charts) - 1),
    ]
    assert (outcome.requests, outcome.nbytes) == (1, nbytes)
    assert outcome.opened == [pytest.approx(10e-6)]
    assert 30 < len(outcome.charts) < 90


def test_viewers_who_need_the_same_row_groups_at_once_request_them_once() -> None:
    viewers = Viewers(count=20, looking=5.0, seconds=1.0)
    outcome = simulate_viewers(ONE_GROUP, viewers, Machines(1, 20), SERVICES, STORE)
    assert outcome.requests == 1
    assert len(outcome.charts) >= 20
    each = simulate_viewers(ONE_GROUP, viewers, Machines(20, 2), SERVICES, STORE)
    assert each.requests == 20


@given(st.integers(1, 40), st.integers(1, 4), st.integers(1, 3), st.integers(0, 5))
@examples(40)
def test_each_chart_that_is_requested_is_answered(
    count: int, readers: int, places: int, seed: int
) -> None:
    log, viewers = Log(1000, 5, 400), Viewers(count, 0.2, 4.0, seed)
    outcome = simulate_viewers(log, viewers, Machines(readers, places), SERVICES, STORE)
    assert len(outcome.opened) == count
    assert len(outcome.charts) >= count
    assert min(outcome.charts) > SERVICES.request
    assert outcome.nbytes <= outcome.requests * 5 * GROUP_BYTES
    assert outcome.requests <= len(outcome.charts) * 3


def test_one_reader_does_as_much_as_its_python_can() -> None:
    log, viewers = Log(100, 2, 10), Viewers(count=200, looking=0.01, seconds=5.0)
    services = ReaderServices(0.01, 0, 0, 0, 0, 0, 0, 0)
    outcome = simulate_viewers(log, viewers, Machines(1, 2), services, FREE)
    assert outcome.answered(5.0).rate == pytest.approx(100, rel=0.45)  # those at the end included
    # A closed loop: the mean time inside is viewers over the rate, less the time of looking.
    assert np.median(outcome.charts) == pytest.approx(200 / 100 - 0.01, rel=0.1)


def test_programs_of_others_delay_charts() -> None:
    viewers = Viewers(count=10, looking=0.5, seconds=20.0)
    alone = simulate_viewers(ONE_GROUP, viewers, Machines(1, 2, 2), SERVICES, STORE)
    beside = simulate_viewers(ONE_GROUP, viewers, Machines(1, 2, 2, others=2.0), SERVICES, STORE)
    assert np.mean(beside.charts[20:]) > 1.5 * np.mean(alone.charts[20:])


@given(st.lists(st.floats(1e-6, 1.0), min_size=3, max_size=3), st.integers(0, 99))
@examples(100)
def test_the_factors_of_exact_measurements_are_found(factors: list[float], seed: int) -> None:
    rows = np.random.default_rng(seed).uniform(1, 1000, (8, 3))
    found = fitted(rows.tolist(), (rows @ factors).tolist())
    assert rows @ found == pytest.approx(rows @ factors, rel=1e-6)
    assert min(found) >= 0


def test_no_factor_is_negative() -> None:
    found = fitted([[1, 1], [1, 2], [1, 3]], [3, 2, 1])
    assert found[1] == 0
    assert found[0] > 0
