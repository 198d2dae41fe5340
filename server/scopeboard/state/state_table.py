"""The saved state in a table of PostgreSQL, which dashboards on several machines share.

    scopeboard_state (log text primary key, revision bigint, body bytea)

A row has the bytes of a state file, so that either can become the other. A write locks its row
until the newest content has been read and replaced. Reads are from memory: a thread looks for
another revision once a second.
"""

import json
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Event, RLock, Thread
from time import time
from typing import TYPE_CHECKING, Any, Final

from scopeboard.errors import SettingsError
from scopeboard.state.document import (
    DamagedStateError,
    Document,
    Part,
    read_document,
    write_document,
)
from scopeboard.state.state_file import MAX_FILE_BYTES, StateFile

if TYPE_CHECKING:  # the extra `postgres`
    from psycopg import Connection

POLL_SECONDS: Final = 1.0
_OPTIONS: Final[dict[str, Any]] = {
    "connect_timeout": 5,
    "options": "-c statement_timeout=5000 -c lock_timeout=5000",
    "tcp_user_timeout": 5000,  # milliseconds, for a server that is gone without a word
    "application_name": "scopeboard",
}
_CREATE: Final = (
    "CREATE TABLE IF NOT EXISTS scopeboard_state "
    "(log text PRIMARY KEY, revision bigint NOT NULL, body bytea NOT NULL)"
)
_FIND: Final = "SELECT revision, body FROM scopeboard_state WHERE log = %s AND revision <> %s"
_REPLACE: Final = (
    "INSERT INTO scopeboard_state (log, revision, body) VALUES (%s, %s, %s) "
    "ON CONFLICT (log) DO UPDATE SET revision = excluded.revision, body = excluded.body"
)
_log: Final = logging.getLogger(__name__)


class StateTable(StateFile):
    """The parts of one log directory in a row of a table. Thread-safe.

    Args:
        url: of the database; the password, if any, is where libpq looks for it.
        log: names the row: the address of the log directory.
        read_only: whether to refuse all changes.
        max_bytes: the limit of the row; see `eviction`.
        clock: returns seconds since the epoch.
        poll_seconds: between two looks at the revision; None to look when `look_again` is called,
            without a thread, and without a connection in between.

    Raises:
        SettingsError: psycopg is not installed, or the database cannot be reached.
    """

    def __init__(
        self,
        url: str,
        log: str,
        *,
        read_only: bool = False,
        max_bytes: int = MAX_FILE_BYTES,
        clock: Callable[[], float] = time,
        poll_seconds: float | None = POLL_SECONDS,
    ) -> None:
        super().__init__(None, read_only=read_only, max_bytes=max_bytes, clock=clock)
        self.place = url
        self._saves_uses = False  # reads are from memory
        self._log = log
        self._database = RLock()
        self._connection: Connection | None = None
        self._revision = 0  # of the row, as in memory; -1 if it has to be read again
        self._failure = ""
        self._stopping = Event()
        try:
            with self._connected() as connection:
                if not read_only:
                    connection.execute(_CREATE)
            self._look()
        except ImportError as error:
            raise SettingsError(
                "The state in PostgreSQL needs psycopg: pip install 'scopeboard[postgres]'."
            ) from error
        except OSError as error:
            raise SettingsError(f"The saved state in {url} cannot be reached: {error}.") from error
        self._thread: Thread | None = None
        if poll_seconds is None:
            self._disconnect()
            return
        self._thread = Thread(target=self._poll, args=[poll_seconds], name="state", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop to look for changes, and end the connection."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()
        self._disconnect()

    def look_again(self) -> None:
        """Read what others have changed, where no thread does."""
        if self._thread is None:
            with suppress(OSError):  # what was read last stays
                self._look()
            self._disconnect()

    def _disconnect(self) -> None:
        with self._database:
            if self._connection is not None:
                self._connection.close()
                self._connection = None

    def problems(self) -> list[str]:
        """Return sentences on what cannot be read."""
        return [*([self._failure] if self._failure else []), *super().problems()]

    def _refresh(self) -> None:
        """Do nothing: `_locked_file` and the thread read the row."""

    @contextmanager
    def _locked_file(self) -> Iterator[None]:
        """Hold the lock of the row, after its newest content was read.

        Raises:
            OSError: the database cannot be reached, or another dashboard holds the lock for long.
        """
        with self._connected() as connection:
            try:
                with connection.transaction():
                    lock = "SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))"
                    connection.execute(lock, (f"scopeboard {self._log}",))
                    self._take_up(self._find(connection, self._revision))
                    yield
            except BaseException:
                self._revision = -1
                raise

    def _save(self, parts: dict[str, Part], dropped: int) -> None:
        """Replace the row; keep damaged parts in a row of their own."""
        with self._connected() as connection:
            if self._document.damaged:
                number = self._revision
                copy = f"{self._log} damaged {number}"
                damaged = json.dumps(self._document.damaged).encode()
                connection.execute(_REPLACE, (copy, number, damaged))
            body = write_document(parts, dropped)
            connection.execute(_REPLACE, (self._log, self._revision + 1, body))
        self._revision += 1
        self._document = Document(parts, {}, dropped=dropped)
        self._used.clear()

    def _find(self, connection: "Connection", known: int) -> tuple[int, bytes] | None:
        """Return revision and content of the row, if it has another revision than the known one."""
        found = connection.execute(_FIND, (self._log, known)).fetchone()
        return None if found is None else (int(found[0]), bytes(found[1]))

    def _take_up(self, found: tuple[int, bytes] | None) -> None:
        """Replace what is in memory."""
        if found is None:
            return
        self._revision, data = found
        try:
            self._document = read_document(data)
        except DamagedStateError:
            self._document = Document({}, {"all": data.hex()})

    def _look(self) -> None:
        """Read what other dashboards have changed."""
        from psycopg.errors import UndefinedTable  # noqa: PLC0415 - an extra

        known = self._revision
        try:
            with self._connected() as connection:
                found = self._find(connection, known)
        except UndefinedTable:  # of a read-only dashboard that is the first
            return
        with self._lock:  # after the other lock, which a change takes while it holds this one
            if self._revision == known:
                self._take_up(found)

    def _poll(self, seconds: float) -> None:
        while not self._stopping.wait(seconds):
            try:
                self._look()
                self._failure = ""
            except OSError as error:
                self._failure = (
                    f"The saved names, notes and settings in {self.place} cannot be read now "
                    f"({error}). Those that were read last are shown."
                )
            except Exception:  # noqa: BLE001 - a defect must not end the thread
                _log.exception("The saved state could not be looked at; trying again.")

    @contextmanager
    def _connected(self) -> Iterator["Connection"]:
        """Hold the connection, which is opened again where it was lost.

        Raises:
            OSError: the database cannot be reached.
        """
        import psycopg  # noqa: PLC0415 - an extra

        with self._database:
            try:
                if self._connection is None or self._connection.closed:
                    self._connection = psycopg.connect(self.place, autocommit=True, **_OPTIONS)
                yield self._connection
            except psycopg.errors.UndefinedTable:
                raise
            except psycopg.Error as error:
                reason = " ".join(str(error).split())
                raise OSError(reason) from error
