"""Keep a shared index up to date: one pass after another, until it is stopped."""

from threading import Event
from typing import Protocol

from scopeboard.errors import CancelledError, NotFoundError, SettingsError, UnavailableError
from scopeboard.serving.indexing import Indexed, Indexer


class FollowingReporter(Protocol):
    """Receives what becomes of each pass."""

    def indexed(self, done: Indexed) -> None:
        """A pass has written a generation, or found nothing new."""

    def failed(self, sentence: str) -> None:
        """A pass could not be completed; the index has what it had, and the next one follows."""


def follow_log(
    indexer: Indexer, interval: float, reporter: FollowingReporter, stopping: Event
) -> None:
    """Run passes `interval` seconds apart until `stopping` is set.

    What may pass, such as a store that cannot be reached or a log directory without event files,
    does not end it.

    Raises:
        SettingsError: what is there is no index of this log directory that this version reads.
    """
    try:
        while not stopping.is_set():
            try:
                done = indexer.run()
                reporter.indexed(done)
                if done.has_more:
                    continue
            except CancelledError:
                break
            except SettingsError:
                raise
            except (NotFoundError, UnavailableError) as error:
                reporter.failed(str(error))
            except OSError as error:
                reporter.failed(f"The index cannot be written: {error.strerror or error}.")
            stopping.wait(interval)
    finally:
        indexer.end()
