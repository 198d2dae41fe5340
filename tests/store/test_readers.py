"""Many readers, while one writer writes, flushes and drops."""

from pathlib import Path
from threading import Event, Thread

from scopeboard.store.open import open_store
from scopeboard.store.store import Store
from tools.reads import find_scalars, read_of, scalars

LOGS = Path("/logs")
ROUNDS = 80


def look(store: Store, done: Event, failures: list[str]) -> None:
    """Read repeatedly; every series must be a prefix of the written one, or be gone."""
    while not done.is_set():
        try:
            for run in store.runs():
                columns = find_scalars(store, run.id, "x")
                steps = [] if columns is None else columns.step.tolist()
                if steps != list(range(len(steps))):
                    failures.append(f"{run.name}: {steps}")
            store.tags()
            state = (store.index, store.notices, store.file_states()["offset"].sum())
            assert state
        except Exception as error:  # noqa: BLE001 - any is a failure
            failures.append(repr(error))


def test_readers_see_consistent_states_and_never_fail(tmp_path: Path) -> None:
    store, done, failures = open_store(LOGS, tmp_path), Event(), list[str]()
    readers = [Thread(target=look, args=(store, done, failures)) for _ in range(3)]
    for reader in readers:
        reader.start()
    for turn in range(ROUNDS):
        for name in "abc":
            file = store.add_file(store.add_run(name, LOGS / name), "1")
            state = store.file_state(file)
            points = [(step, 0.0, 0.0) for step in range(state.points, state.points + 3)]
            read = read_of(file, scalars({"x": points}), start=state.offset)
            assert (store.write if turn % 3 else store.append_tail)([read]) == []
        store.flush(turn, everything=turn % 5 == 0)
        if turn % 40 == 39:
            store.drop_runs([store.add_run("a", LOGS / "a")])
    done.set()
    for reader in readers:
        reader.join()
    assert failures == []
    store.close()
