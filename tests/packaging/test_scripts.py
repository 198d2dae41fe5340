"""The scripts: what they start, what makes them work again, and what they say when they cannot."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tasks import process, stamp, startup
from tasks.checkout import ROOT
from tasks.errors import TaskError
from tasks.run import dashboard_arguments
from tools.platforms import needs_links, needs_shell

READS_FOR_A_WHILE = """
import http.server, json
states = iter(["reading", "reading", "ready"])

class Status(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        state = next(states)
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps({"loading": {"state": state}}).encode())
        if state == "ready":
            open("was_ready", "x").close()

server = http.server.HTTPServer(("127.0.0.1", 0), Status)
print(f"http://127.0.0.1:{server.server_port}/", flush=True)
server.serve_forever()
"""


@pytest.mark.parametrize(
    ("given_words", "expected"),
    [
        ([], ["--demo"]),
        (["logs"], ["logs"]),
        (["--port", "7000"], ["--demo", "--port", "7000"]),
        (["logs", "--port", "7000"], ["logs", "--port", "7000"]),
        (["--logdir", "logs"], ["--logdir", "logs"]),
        (["--logdir=logs"], ["--logdir=logs"]),
        (["--version"], ["--version"]),
    ],
)
def test_run_starts_the_demo_when_no_log_directory_is_given(
    given_words: list[str], expected: list[str]
) -> None:
    assert dashboard_arguments(given_words) == expected


@needs_shell
@needs_links
def test_without_python_each_script_says_what_to_do(tmp_path: Path) -> None:
    for tool in ("dirname", "basename"):
        (tmp_path / tool).symlink_to(Path("/bin", tool).resolve())
    for script in sorted(file for file in (ROOT / "scripts").iterdir() if _is_command(file)):
        done = subprocess.run(
            ["/bin/sh", script],
            env={"PATH": str(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 1
        assert "needs Python 3.11 or newer" in done.stderr


@needs_shell
def test_a_failed_command_ends_in_its_own_words_and_the_advice() -> None:
    with pytest.raises(TaskError) as failure:
        process.run_quietly(["sh", "-c", "echo no route to host >&2; exit 3"], "Try later.")
    assert failure.value.report("run: ") == "no route to host\nrun: Try later."


def test_a_missing_program_is_told_like_a_failed_one() -> None:
    with pytest.raises(TaskError, match=r"^Install it\.$") as failure:
        process.run_quietly(["no-such-program"], "Install it.")
    assert "no-such-program" in failure.value.output


@given(st.dictionaries(st.sampled_from(["a", "b", "c/a"]), st.binary(max_size=3)), st.data())
def test_a_fingerprint_differs_when_any_file_does(
    tmp_path_factory: pytest.TempPathFactory, contents: dict[str, bytes], data: st.DataObject
) -> None:
    other = data.draw(
        st.dictionaries(st.sampled_from(["a", "b", "c/a"]), st.binary(max_size=3))
        | st.just(contents)
    )
    prints = [_fingerprint(tmp_path_factory.mktemp("tree"), tree) for tree in (contents, other)]
    assert (prints[0] == prints[1]) == (contents == other)


def test_a_start_is_measured_until_everything_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    program = tmp_path / "program.py"
    program.write_text(READS_FOR_A_WHILE)
    start = startup.measure([sys.executable, str(program)])
    assert Path("was_ready").exists()
    assert start.ready is not None
    assert start.address + 2 * startup.POLL_SECONDS <= start.ready


def _is_command(file: Path) -> bool:
    return file.is_file() and os.access(file, os.X_OK)


def _fingerprint(folder: Path, tree: dict[str, bytes]) -> str:
    for name, content in tree.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(content)
    return stamp.fingerprint(folder, [folder / name for name in tree])
