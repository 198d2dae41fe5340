"""The notebook of the documentation runs from its first cell to its last."""

import json
import subprocess
import sys
from pathlib import Path

from tasks.checkout import ROOT
from tools import writer
from tools.served import excerpt

NOTEBOOK = ROOT / "docs" / "reading-logs.ipynb"
# As a notebook does: the value of the last expression of a cell is displayed.
RUN = """
import ast, json, sys

names = {}
for cell in json.load(sys.stdin):
    *lines, last = ast.parse(cell).body
    exec(compile(ast.Module(lines, []), "cell", "exec"), names)
    if isinstance(last, ast.Expr):
        print(repr(eval(compile(ast.Expression(last.value), "cell", "eval"), names)))
    else:
        exec(compile(ast.Module([last], []), "cell", "exec"), names)
"""


def test_every_cell_runs(tmp_path: Path) -> None:
    graph = writer.graph_event(excerpt("graph/seed_mnist.pb"))
    for run, least in (("base", 1), ("wide", 3)):
        points = writer.scalar_file({"loss": [5, 4, least]})
        writer.write_run(tmp_path / "runs", run, graph + points)
    cells = json.loads(NOTEBOOK.read_text("utf-8"))["cells"]
    code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    done = subprocess.run(
        [sys.executable, "-c", RUN],
        cwd=tmp_path,
        input=json.dumps(code),
        capture_output=True,
        text=True,
        check=False,
        env={"XDG_CACHE_HOME": str(tmp_path / "cache"), "HOME": str(tmp_path)},
    )
    assert done.returncode == 0, done.stderr
    assert "['base']" in done.stdout  # the runs that pass the filter
    assert "[2 rows × " in done.stdout


def test_it_is_saved_without_outputs() -> None:
    cells = json.loads(NOTEBOOK.read_text("utf-8"))["cells"]
    assert [
        cell["id"] for cell in cells if cell.get("outputs") or cell.get("execution_count")
    ] == []
