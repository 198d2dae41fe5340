"""Waiting for what a page comes to, where neither a locator nor the page itself can tell."""

from collections.abc import Callable
from time import monotonic

from playwright.sync_api import Page

from tools.served import PATIENCE

PAUSE = 50  # ms
QUIET = 1500  # ms; what a page wants to know again, it asks a second later at the soonest


def comes_to(page: Page, read: Callable[[], object], wanted: object) -> None:
    """Wait until `read` gives what is wanted; what it gave last is told where it never does."""
    deadline = monotonic() + PATIENCE
    while (found := read()) != wanted and monotonic() < deadline:
        page.wait_for_timeout(PAUSE)
    assert found == wanted


def wait_until(page: Page, holds: Callable[[], bool]) -> None:
    """Wait until something holds."""
    comes_to(page, holds, wanted=True)


def wait_until_quiet(page: Page, count_asked: Callable[[], int]) -> None:
    """Wait until nothing more is asked for."""
    deadline, seen = monotonic() + PATIENCE, -1
    while seen != count_asked():
        assert monotonic() < deadline, f"{seen} questions, and no end"
        seen = count_asked()
        page.wait_for_timeout(QUIET)
