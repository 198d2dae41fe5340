"""How fast reading goes."""

import pytest

from scopeboard.ingest.throughput import Rate


def test_a_steady_rate_is_told_as_it_is() -> None:
    rate = Rate()
    for second in range(20):
        rate.note(second, second * 1000)
    assert rate.bytes_per_second == pytest.approx(1000)
    assert rate.remaining(5000) == pytest.approx(5.0)


def test_nothing_is_known_at_first() -> None:
    rate = Rate()
    rate.note(0.0, 0)
    assert (rate.bytes_per_second, rate.remaining(10)) == (0.0, None)


def test_what_was_long_ago_counts_less() -> None:
    rate = Rate()
    done = 0
    for second in range(20):
        done += 1000 if second < 10 else 100
        rate.note(second, done)
    assert 100 <= rate.bytes_per_second < 150


def test_bytes_that_are_read_again_are_no_negative_rate() -> None:
    rate = Rate()
    rate.note(0.0, 1000)
    rate.note(1.0, 0)
    assert rate.bytes_per_second == 0.0
