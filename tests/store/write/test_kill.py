"""A server that is killed at any time loses no point."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from scopeboard.store.format.schema import FileId
from scopeboard.store.open import open_store
from tools.reads import series_of

LOGS = Path("/logs")
SERVER = """
import sys
from pathlib import Path
from tools.reads import read_of, scalars
from scopeboard.store.write import compaction
from scopeboard.store.open import open_store

compaction._WASTE_BYTES, compaction._PIECE_BYTES, compaction._CHECK_SECONDS = 0, 5000, 0.0
store = open_store(Path("/logs"), Path(sys.argv[1]))
files = [store.add_file(store.add_run(name, Path("/logs") / name), "1") for name in "ab"]
replaced = store.add_file(store.add_run("c", Path("/logs/c")), "1")
print("ready", flush=True)
for now in range(1_000_000):
    for file in files:
        state = store.file_state(file)
        points = [(n, float(n), n / 3) for n in range(state.points, state.points + 20)]
        read = read_of(file, scalars({"x": points}), start=state.offset, length=20)
        (store.append_tail if now % 3 else store.write)([read])
    points = [(n, float(n), n / 3) for n in range(now % 90)]
    store.write([read_of(replaced, scalars({"x": points}), restarted=True, length=now % 90 + 1)])
    store.flush(now, everything=now % 7 == 0)
    if now == 0:
        print("kept", flush=True)
"""


@pytest.mark.parametrize("delays", [(0.0, 0.31, 0.005), (0.1, 0.02, 0.07), (0.003, 0.15, 0.21)])
def test_killed_at_any_moment_again_and_again(tmp_path: Path, delays: tuple[float, ...]) -> None:
    paths = os.pathsep.join([*sys.path, str(Path(__file__).parents[2])])
    before = [0, 0]
    for number_of_kill, delay in enumerate(delays, 1):
        server = subprocess.Popen(
            [sys.executable, "-c", SERVER, str(tmp_path)],
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": paths},
        )
        with server:
            assert server.stdout is not None
            assert server.stdout.readline() == b"ready\n"
            with pytest.raises(subprocess.TimeoutExpired):
                server.wait(delay)
            if number_of_kill == len(delays):  # something is there by then, however slow it is
                assert server.stdout.readline() == b"kept\n"
            server.kill()
        store = open_store(LOGS, tmp_path)
        assert store.index.state == "kept"
        found = series_of(store)
        for number, name in enumerate("ab"):
            store.add_file(store.add_run(name, LOGS / name), "1")
            count = store.file_state(FileId(number)).points
            assert count >= before[number]
            assert found.get((name, "x"), []) == [(n, float(n), n / 3) for n in range(count)]
            assert store.file_state(FileId(number)).offset == count
            before[number] = count
        replaced = store.file_state(store.add_file(store.add_run("c", LOGS / "c"), "1"))
        expected = [(n, float(n), n / 3) for n in range(replaced.points)]
        assert found.get(("c", "x"), []) == expected
        assert replaced.offset == (replaced.points + 1 if replaced.offset else 0)
        store.close()
    assert min(before) > 0
