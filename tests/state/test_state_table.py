"""The saved state in PostgreSQL: shared by dashboards, and lost by none."""

from collections.abc import Iterator
from threading import Thread
from time import sleep
from typing import Any

import psycopg
import pytest

from scopeboard.errors import ConflictError, RefusedError, SettingsError, UnavailableError
from scopeboard.state.document import NEVER_WRITTEN, Part
from scopeboard.state.state_table import StateTable
from tools.postgres import Postgres, needs_postgres, postgres

pytestmark = needs_postgres

LOG = "s3://bucket/runs"


@pytest.fixture(scope="module")
def server() -> Iterator[Postgres]:
    with postgres() as started:
        yield started


@pytest.fixture
def opened(server: Postgres) -> Iterator[Any]:
    """Return a function that opens the state of an empty table, and closes it afterwards."""
    with psycopg.connect(server.url) as connection:
        connection.execute("DROP TABLE IF EXISTS scopeboard_state")
    tables: list[StateTable] = []

    def open_table(log: str = LOG, **settings: Any) -> StateTable:  # noqa: ANN401 - as given
        tables.append(StateTable(server.url, log, **{"poll_seconds": 0.01, **settings}))
        return tables[-1]

    yield open_table
    for table in tables:
        table.close()


def wait_for(table: StateTable, name: str, part: Part) -> None:
    while table.read(name) != part:
        sleep(0.01)


def test_another_dashboard_reads_what_was_written(opened: Any) -> None:  # noqa: ANN401 - above
    one, other = opened(), opened()
    assert one.read("runs") == NEVER_WRITTEN
    assert one.write("runs", {"name": "\u2028 “a”"}, 0) == Part(1, {"name": "\u2028 “a”"})
    wait_for(other, "runs", Part(1, {"name": "\u2028 “a”"}))
    assert opened().parts() == {"runs": Part(1, {"name": "\u2028 “a”"})}
    assert opened("s3://bucket/others").parts() == {}
    assert one.revision() == 1


def test_a_change_based_on_an_earlier_revision_is_rejected(
    opened: Any,  # noqa: ANN401 - above
) -> None:
    one, other = opened(), opened(poll_seconds=1e6)
    one.write("runs", {"a": 1}, 0)
    with pytest.raises(ConflictError):  # it has not looked, but a change looks first
        other.write("runs", {"a": 2}, 0)
    assert other.write("views", {"b": 1}, 0) == Part(1, {"b": 1})
    wait_for(one, "views", Part(1, {"b": 1}))
    assert one.read("runs") == Part(1, {"a": 1})


def test_of_many_changes_at_once_none_is_lost(opened: Any) -> None:  # noqa: ANN401 - above
    tables = [opened() for _ in range(4)]

    def add(table: StateTable, own: int) -> None:
        for number in range(10):
            while True:
                part = table.read("runs")
                try:
                    table.write("runs", {**part.value, f"{own}-{number}": 1}, part.revision)
                    break
                except ConflictError:
                    sleep(0.005)

    threads = [Thread(target=add, args=each) for each in zip(tables, range(4), strict=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    part = opened().read("runs")
    assert part.revision == len(part.value) == 40


def test_a_read_only_dashboard_makes_no_table(
    opened: Any,  # noqa: ANN401 - above
    server: Postgres,
) -> None:
    table = opened(read_only=True)
    assert table.parts() == {}
    with pytest.raises(RefusedError):
        table.write("runs", {"a": 1}, 0)
    with psycopg.connect(server.url) as connection:
        found = connection.execute("SELECT to_regclass('scopeboard_state')").fetchone()
    assert found == (None,)
    opened().write("runs", {"a": 1}, 0)
    wait_for(table, "runs", Part(1, {"a": 1}))


def test_what_was_read_stays_while_the_database_is_away(
    opened: Any,  # noqa: ANN401 - above
    server: Postgres,
) -> None:
    table = opened()
    table.write("runs", {"a": 1}, 0)
    server.stop()
    while not table.problems():
        sleep(0.01)
    assert "cannot be read now" in table.problems()[0]
    assert table.read("runs") == Part(1, {"a": 1})
    with pytest.raises(UnavailableError, match="could not be written"):
        table.write("runs", {"a": 2}, 1)
    with pytest.raises(SettingsError, match="cannot be reached"):
        StateTable(server.url, LOG)
    assert table.read("runs") == Part(1, {"a": 1})
    server.start()
    while table.problems():
        sleep(0.01)
    assert table.write("runs", {"a": 2}, 1) == Part(2, {"a": 2})


def test_damaged_parts_are_copied_to_a_row_of_their_own(
    opened: Any,  # noqa: ANN401 - above
    server: Postgres,
) -> None:
    table = opened()
    table.write("runs", {"a": 1}, 0)
    with psycopg.connect(server.url) as connection:
        connection.execute("UPDATE scopeboard_state SET revision = 7, body = 'no document'")
    while not table.problems():
        sleep(0.01)
    assert table.read("runs") == NEVER_WRITTEN
    table.write("runs", {"a": 3}, 0)
    with psycopg.connect(server.url) as connection:
        rows = connection.execute("SELECT log FROM scopeboard_state ORDER BY log").fetchall()
    assert rows == [(LOG,), (f"{LOG} damaged 7",)]
    assert opened().read("runs") == Part(1, {"a": 3})
