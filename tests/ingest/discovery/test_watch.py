"""Retries of files that cannot be read."""

from scopeboard.ingest.discovery.watch import Backoff


def test_attempts_become_rare_but_never_stop() -> None:
    backoff, now, waits = Backoff(), 1000.0, []
    for _ in range(9):
        backoff.fail(1, "EIO", now)
        waits.append(next(s for s in range(100) if not backoff.is_off(1, now + s)))
        now += waits[-1]
    assert waits == [1, 2, 4, 8, 16, 32, 60, 60, 60]


def test_a_reason_is_new_once() -> None:
    backoff = Backoff()
    is_new = [backoff.fail(1, reason, 0.0) for reason in ("EIO", "EIO", "ESTALE", "EIO")]
    assert is_new == [True, False, True, True]
    assert backoff.fail(2, "EIO", 0.0)


def test_success_resets_the_delay() -> None:
    backoff = Backoff()
    assert not backoff.forget(1)
    backoff.fail(1, "EIO", 0.0)
    assert backoff.is_failing(1)
    assert backoff.forget(1)
    assert not backoff.is_off(1, 0.0)
    assert backoff.fail(1, "EIO", 0.0)
