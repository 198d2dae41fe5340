"""`dashboard mcp` as an agent has it: a process, asked by the library's own client."""

import os
import subprocess
import sys
from pathlib import Path

from tools import writer

AGENT = """
import asyncio, os, sys
from mcp import Client, StdioServerParameters

async def main():
    command = ["-m", "scopeboard", "mcp", sys.argv[1], "--no_index"]
    started = StdioServerParameters(command=sys.executable, args=command, env={**os.environ})
    async with Client(started) as client:
        tools = (await client.list_tools()).tools
        print(sorted(tool.name for tool in tools))
        print(all(tool.description for tool in tools))
        found = await client.call_tool("best", {"tag": "loss", "mode": "min"})
        print(found.content[0].text)
        wrong = await client.call_tool("best", {"tag": "nothing"})
        print(wrong.is_error, wrong.content[0].text)

asyncio.run(main())
"""


def test_an_agent_is_answered(tmp_path: Path) -> None:
    writer.write_run(tmp_path / "runs", "a", writer.scalar_file({"loss": [3, 1, 2]}))
    done = subprocess.run(
        [sys.executable, "-c", AGENT, str(tmp_path / "runs")],
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    tools, described, *answer, wrong = done.stdout.splitlines()
    assert tools == "['best', 'damage', 'graph', 'overview', 'points', 'runs', 'tags']"
    assert described == "True"
    assert answer == [
        "tag loss",
        "run\tstep\tvalue",
        "a\t1\t1",
        "link: http://localhost:6006/?tab=scalars&runs=name%3Aa&tags=%2F%5E%28loss%29%24%2F",
    ]
    assert wrong.startswith("True ")
    assert "no tag of scalars 'nothing'" in wrong


def test_a_missing_library_is_a_line(tmp_path: Path) -> None:
    program = """
import sys
sys.modules["mcp"] = None
from scopeboard.cli.main import main
sys.exit(main(["mcp", "."]))
"""
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "pip install 'scopeboard[mcp]'" in done.stderr
