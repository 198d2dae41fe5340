"""How fast reading goes."""

import pytest

from scopeboard.ingest.throughput import Throughput


def test_a_steady_rate_is_told_as_it_is() -> None:
    rate = Throughput()
    for second in range(20):
        rate.record(second, second * 1000)
    assert rate.bytes_per_second == pytest.approx(1000)
    assert rate.remaining(5000) == pytest.approx(5.0)


def test_nothing_is_known_at_first() -> None:
    rate = Throughput()
    rate.record(0.0, 0)
    assert (rate.bytes_per_second, rate.remaining(10)) == (0.0, None)


def test_what_was_long_ago_counts_less() -> None:
    rate = Throughput()
    done = 0
    for second in range(20):
        done += 1000 if second < 10 else 100
        rate.record(second, done)
    assert 100 <= rate.bytes_per_second < 150


def test_bytes_that_are_read_again_are_no_negative_rate() -> None:
    rate = Throughput()
    rate.record(0.0, 1000)
    rate.record(1.0, 0)
    assert rate.bytes_per_second == 0.0
