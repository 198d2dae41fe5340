"""Every signature of the interface in Python has an example, which runs here.

An example is one of a docstring, a block of the guide, or a cell of the notebook of the
documentation. It counts for what it calls itself, not for what is called by that.
"""

import doctest
import inspect
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

import numpy as np
import pytest

import scopeboard as sb
from docs.test_documents import BLOCKS
from scopeboard import program
from scopeboard.logs.columns import Names
from scopeboard.logs.follow import Follow
from scopeboard.logs.graph import GraphScope
from scopeboard.logs.graph_diff import GraphDifference
from scopeboard.logs.page_view import PageView
from scopeboard.logs.values.kinds import (
    AudioValue,
    CurveValue,
    HistogramValue,
    ImageValue,
    TextValue,
)
from scopeboard.logs.values.sequence import LoggedValue, Values
from scopeboard.wire.event_pb2 import Event, TaggedRunMetadata
from tasks.checkout import ROOT
from tools import writer
from tools.hparam_values import hparams_event, start
from tools.served import excerpt

DECORATING = {"contextlib", "functools"}
"""The modules between an example and what it calls: of cached properties, and of lifespans."""
GRAPH = "graph/seed_mnist"
KINDS = (AudioValue, CurveValue, HistogramValue, ImageValue, LoggedValue, TextValue)
RETURNED = (*KINDS, Follow, GraphDifference, GraphScope, Names, PageView, Values)
"""The classes of what methods return, besides those with a name in `scopeboard`."""
OF_NOTEBOOKS = {"load_ipython_extension", "show"}
"""Examples of these need a notebook: `tests/e2e/test_notebooks.py` has them."""
INNER = {
    "Application.start", "Application.stop", "Batch.of", "Cursor.after", "Log.reader",
    "LogGraph.file", "RunTable.doubts", "RunTable.matching", "ScopeBoard.main",
    "SummaryWriter.add_onnx_graph", "Table.all_columns",
    *(f"{kind.__name__}.{name}" for kind in KINDS for name in ("columns", "decode")),
}  # fmt: skip
"""What other modules of the package call; not for users, or without an end."""


def signatures() -> dict[CodeType, str]:
    """Return the name of each function and property of the interface by its code."""
    found: dict[CodeType, str] = {}
    exported = {name: getattr(sb, name) for name in sb.__all__}
    members: list[tuple[str, object]] = [*exported.items(), ("ScopeBoard", program.ScopeBoard)]
    members += [(each.__name__, each) for each in RETURNED]
    for name, member in members:
        if not isinstance(member, type):
            found |= codes(name, member)
            continue
        for key, value in vars(member).items():
            if not key.startswith("_"):
                found |= codes(f"{name}.{key}", value)
    return found


def codes(name: str, member: object) -> dict[CodeType, str]:
    """Return the code of a function or a property with its name; none for anything else."""
    function = inner(member)
    function = inspect.unwrap(function) if callable(function) else function
    return {function.__code__: name} if isinstance(function, FunctionType) else {}


def inner(member: Any) -> Any:  # noqa: ANN401 - a member of any kind
    """Return the function of a property or a method of the class, and anything else as it is."""
    for name in ("fget", "func", "__func__"):
        member = getattr(member, name, member)
    return member


def docstrings() -> list[doctest.DocTest]:
    """Return the examples in docstrings of the interface."""
    finder = doctest.DocTestFinder(recurse=False)
    names = {"sb": sb, "np": np}
    owners = [*(getattr(sb, name) for name in sb.__all__), *RETURNED, program.ScopeBoard]
    found: list[doctest.DocTest] = []
    for owner in owners:
        members = vars(owner).values() if isinstance(owner, type) else ()
        for each in map(inner, (owner, *members)):
            if ">>>" in (getattr(each, "__doc__", "") or ""):
                found += finder.find(each, each.__qualname__, globs=dict(names))
    return found


DOCSTRINGS = docstrings()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with what readers have: logs `runs` and `media`, and a graph file."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    statistics = TaggedRunMetadata(
        tag="step099", run_metadata=excerpt(f"{GRAPH}_step099.run_metadata.pb")
    )
    measured = writer.record(Event(step=99, tagged_run_metadata=statistics).SerializeToString())
    graph = writer.graph_event(excerpt(f"{GRAPH}.pb")) + measured
    for run, lr in (("base", 0.1), ("wide", 0.01)):
        points = hparams_event(start({"lr": lr})) + writer.scalar_file({"loss": [3, 2, 1]})
        writer.write_run(tmp_path / "runs", run, points + graph)
    (tmp_path / "frozen_model.pb").write_bytes(excerpt(f"{GRAPH}.pb"))
    with sb.SummaryWriter("media/base") as made:
        for step in range(2):
            made.add_image("sample", np.zeros((3, 4, 8)), step)
            made.add_audio("voice", np.zeros(80), step, sample_rate=8000)
            made.add_text("notes", f"Step **{step}**.", step)
            made.add_histogram("weights", np.arange(10.0), step)
            made.add_pr_curve("cats", np.array([0, 1]), np.array([0.2, 0.8]), step)
    return tmp_path


@contextmanager
def recording(called: set[CodeType], is_example: Callable[[str], bool]) -> Iterator[None]:
    """Add the code of each function that an example calls while this lasts."""

    def record(frame: FrameType, event: str, _: object) -> None:
        caller = frame.f_back
        while caller is not None and caller.f_globals.get("__name__") in DECORATING:
            caller = caller.f_back
        if event == "call" and caller is not None and is_example(caller.f_code.co_filename):
            called.add(frame.f_code)

    before = sys.getprofile()
    sys.setprofile(record)
    try:
        yield
    finally:
        sys.setprofile(before)


def run_docstrings(called: set[CodeType]) -> list[str]:
    """Run the examples of docstrings; return what failed."""
    failed: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    for test in docstrings():
        with recording(called, lambda name: name.startswith("<doctest")):
            runner.run(test, out=failed.append)
    return failed


def run_programs(called: set[CodeType]) -> None:
    """Run the programs of the guide and of the notebook that use the interface."""
    for name, text in programs().items():
        code = compile(text, f"example {name}", "exec")
        with recording(called, lambda name: name.startswith("example ")):
            exec(code, {"__name__": "__main__"})  # noqa: S102 - the guide's own code


def programs() -> dict[str, str]:
    """Return the programs of the guide and of the notebook that use the interface."""
    found = {
        str(block): block.code
        for block in BLOCKS
        if block.language == "python" and block.reason is None and "scopeboard" in block.code
    }
    cells = json.loads((ROOT / "docs" / "reading-logs.ipynb").read_text("utf-8"))["cells"]
    code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    return {**found, "reading-logs.ipynb": "\n".join(code)}


def test_each_signature_has_an_example(folder: Path) -> None:
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(  # some examples leave a server, which ends with the process
        [sys.executable, __file__], cwd=folder, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    assert "".join(found["failed"]) == ""
    names = {*signatures().values()}
    assert len(names) > 100
    assert sorted(names - {*found["called"]} - INNER - OF_NOTEBOOKS) == []
    assert names >= INNER  # none that is gone


@pytest.mark.usefixtures("folder")
def test_a_call_counts_for_what_the_example_calls_itself() -> None:
    called: set[CodeType] = set()
    text = "import scopeboard as sb\nsb.open('runs').table('loss')"
    with recording(called, "example".__eq__):
        exec(compile(text, "example", "exec"), {})  # noqa: S102 - as above
    found = {name for code, name in signatures().items() if code in called}
    assert found == {"Log.table", "open"}


def main() -> None:
    """Run all examples here; print what they called, and what failed, as JSON."""
    called: set[CodeType] = set()
    failed = run_docstrings(called)
    run_programs(called)
    names = [name for code, name in signatures().items() if code in called]
    sys.stdout.write(f"\n{json.dumps({'called': names, 'failed': failed})}\n")


if __name__ == "__main__":
    main()
