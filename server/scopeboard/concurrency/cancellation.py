"""Cooperative cancellation: long work calls a function that raises once the work must stop."""

from collections.abc import Callable

CancelCheck = Callable[[], None]
"""Long work calls it now and then. Raises `CancelledError` when the client has disconnected."""


def never_cancelled() -> None:
    """Return: a `CancelCheck` for work that runs to its end."""
