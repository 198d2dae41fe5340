"""The loop of events obeys what is known of queues: closed forms, Little's law, conservation."""

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from programs.scale.events import Loop, Process
from programs.scale.stations import Cache, Station
from tools.examples import examples

CUSTOMERS = 200_000


def waited(
    load: float, services: np.ndarray[tuple[int], np.dtype[np.float64]], places: int
) -> float:
    """Return the mean wait for a place, where customers come at random at a load per place.

    The mean service takes a second.
    """
    loop, random = Loop(), np.random.default_rng(7)
    station = Station(loop, places)
    gaps = random.exponential(1 / (load * places), len(services))

    def arrivals() -> Process:
        for gap, seconds in zip(gaps.tolist(), services.tolist(), strict=True):
            yield loop.pause(gap)
            loop.start(station.serve(seconds))

    loop.start(arrivals())
    loop.run()
    assert station.arrived == station.left == len(services)
    assert station.inside == 0
    assert station.busy == pytest.approx(services.sum())
    # Little's law: the mean number inside is the rate times the mean time inside.
    assert station.area == pytest.approx(station.waited + services.sum())
    return station.waited / len(services)


def erlang_c(load: float, places: int) -> float:
    """Return the probability that a customer of M/M/c waits."""
    offered = load * places
    last = offered**places / math.factorial(places) / (1 - load)
    return last / (sum(offered**n / math.factorial(n) for n in range(places)) + last)


@pytest.mark.parametrize("load", [0.3, 0.6, 0.8])
def test_waits_of_random_services_are_those_of_m_m_1(load: float) -> None:
    services = np.random.default_rng(8).exponential(1.0, CUSTOMERS)
    assert waited(load, services, 1) == pytest.approx(load / (1 - load), rel=0.05)


@pytest.mark.parametrize("load", [0.3, 0.6, 0.8])
def test_waits_of_equal_services_are_those_of_m_d_1(load: float) -> None:
    assert waited(load, np.ones(CUSTOMERS), 1) == pytest.approx(load / (2 - 2 * load), rel=0.05)


@pytest.mark.parametrize("places", [2, 8])
def test_waits_at_several_places_are_those_of_m_m_c(places: int) -> None:
    services = np.random.default_rng(8).exponential(1.0, CUSTOMERS)
    expected = erlang_c(0.8, places) / (places * 0.2)
    assert waited(0.8, services, places) == pytest.approx(expected, rel=0.05)


PLANS = st.lists(st.tuples(st.floats(0, 100), st.floats(0, 100)), max_size=30)


@given(PLANS, st.integers(1, 4))
@examples(200)
def test_what_enters_leaves_in_its_order(plans: list[tuple[float, float]], places: int) -> None:
    loop = Loop()
    station, begun, ended, served = Station(loop, places), list[float](), 0, 0

    def customer(arrival: float, seconds: float) -> Process:
        nonlocal ended, served
        yield loop.pause(arrival)
        yield station.enter()
        begun.append(arrival)
        served += 1
        assert served <= places
        yield loop.pause(seconds)
        served -= 1
        station.leave()
        ended += 1

    for plan in plans:
        loop.start(customer(*plan))
    loop.run()
    assert begun == sorted(begun)
    assert ended == station.arrived == station.left == len(plans)
    assert served == 0
    assert station.inside == 0
    assert station.busy == pytest.approx(sum(seconds for _, seconds in plans), abs=1e-6)


@given(st.lists(st.floats(0, 10), max_size=30), st.floats(0, 10))
@examples(200)
def test_time_never_goes_back_and_stops_where_it_should(times: list[float], until: float) -> None:
    loop, seen = Loop(), list[float]()
    for seconds in times:
        loop.plan(seconds, lambda: seen.append(loop.now))
    loop.run(until)
    assert seen == sorted(seconds for seconds in times if seconds <= until)
    assert loop.now == until
    loop.run()
    assert seen == sorted(times)
    assert all(before <= after for before, after in pairwise(seen))


def test_nothing_is_planned_before_the_present() -> None:
    with pytest.raises(ValueError, match="before the present"):
        Loop().plan(-1, lambda: None)


@given(st.lists(st.lists(st.floats(0, 5), max_size=4), max_size=5))
@examples(100)
def test_what_runs_side_by_side_takes_as_long_as_its_longest(paths: list[list[float]]) -> None:
    loop, end = Loop(), list[float]()

    def path(pauses: list[float]) -> Process:
        for seconds in pauses:
            yield loop.pause(seconds)

    def parent() -> Process:
        yield loop.all_of([path(pauses) for pauses in paths])
        end.append(loop.now)

    loop.start(parent())
    loop.run()
    assert end == [pytest.approx(max(map(math.fsum, paths), default=0.0))]


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(1, 5)), max_size=60))
@examples(100)
def test_a_cache_holds_what_was_used_last(uses: list[tuple[int, int]]) -> None:
    cache, order, sizes = Cache(10), list[int](), dict[int, int]()
    for name, nbytes in uses:
        assert cache.use(name) == (name in order)
        if name in order:
            order.remove(name)
            nbytes = sizes[name]  # noqa: PLW2901 - things do not change
        else:
            cache.put(name, nbytes)
        order.append(name)
        sizes[name] = nbytes
        while sum(sizes[each] for each in order) > 10:
            order.pop(0)
