"""README and guide: they stay short, name every flag, and their blocks of code run.

A block of `sh` or `python` runs in a folder with a log directory `runs` and a graph file; one that
this machine cannot run has `<!-- not run: REASON -->` before it and is parsed only.
"""

import json
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import yaml

from scopeboard.cli.commands.names import COMMANDS
from scopeboard.config.flags import command_line_parser
from scopeboard.config.tensorboard_flags import NOT_NEEDED, REFUSED
from tasks.checkout import ROOT
from tools import writer
from tools.platforms import needs_shell
from tools.served import Dashboard, dashboard, excerpt

GUIDE = ROOT / "docs" / "guide"
PAGES = sorted(GUIDE.glob("*.md"))
CONTENTS = GUIDE / "index.md"
MOST_WORDS = 1200
README = ROOT / "README.md"
MANUAL = ROOT / "docs" / "manual.md"
FROM_TENSORBOARD = GUIDE / "from-tensorboard.md"
FENCE = re.compile(
    r"^(?P<indent> *)(?:<!-- not run: (?P<reason>[^\n]+) -->\n\s*)?```(?P<language>\w*)[^\n]*\n"
    r"(?P<code>.*?)^ *```$",
    re.MULTILINE | re.DOTALL,
)
SHOWN = {"", "text", "http", "nginx"}
"""Output, and forms without a parser here."""
OWN = ("dashboard", "scopeboard")
ANSWERING = {"export", *COMMANDS}
"""Commands that end by themselves."""


@dataclass(frozen=True)
class Block:
    """A block of code: where it begins, and why it is not run."""

    page: str
    line: int
    language: str
    code: str
    reason: str | None

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"


def blocks_of(path: Path) -> Iterator[Block]:
    text = path.read_text("utf-8")
    for found in FENCE.finditer(text):
        line = text.count("\n", 0, found.start("language")) + 1
        code = re.sub(f"^{found['indent']}", "", found["code"], flags=re.MULTILINE)
        yield Block(path.name, line, found["language"], code, found["reason"])


BLOCKS = [block for path in (README, MANUAL, *PAGES) for block in blocks_of(path)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what readers have: a log directory and a graph file."""
    place = tmp_path_factory.mktemp("reader")
    for run in ("base", "wide"):
        graph = writer.graph_event(excerpt("graph/seed_mnist.pb"))
        writer.write_run(place / "runs", run, graph + writer.scalar_file({"loss": [3, 2, 1]}))
    (place / "frozen_model.pb").write_bytes(excerpt("graph/seed_mnist.pb"))
    return place


@pytest.fixture(scope="module")
def demo() -> Iterator[Dashboard]:
    """A dashboard on the demo, which programs of the guide reach at its default port."""
    with dashboard("--demo", "--port", "0") as running:
        running.wait_until_read()
        yield running


def of(*languages: str) -> pytest.MarkDecorator:
    chosen = [block for block in BLOCKS if block.language in languages]
    return pytest.mark.parametrize("block", chosen, ids=str)


def test_the_readme_is_short() -> None:
    text = README.read_text("utf-8")
    assert len(text.splitlines()) <= 150
    prose = [part for part in text.split("\n\n") if not part.startswith(("|", "- ", "```"))]
    assert [part for part in prose if len(part.splitlines()) > 4] == []
    assert [line for line in text.splitlines() if len(line) > 170] == []


def test_the_picture_that_moves_is_small() -> None:
    moving = ROOT / "docs" / "images" / "scopeboard.png"
    assert moving.stat().st_size < 3_000_000
    assert b"acTL" in moving.read_bytes()[:100]


def test_every_file_that_the_readme_names_is_there() -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)", README.read_text("utf-8"))
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_a_page_of_the_guide_is_short_and_has_its_place(path: Path) -> None:
    assert len(path.read_text("utf-8").split()) <= MOST_WORDS
    assert f'"guide/{path.name}"' in (ROOT / "docs" / "zensical.toml").read_text("utf-8")


@pytest.mark.parametrize("path", sorted({*PAGES} - {CONTENTS}), ids=lambda path: path.stem)
def test_a_page_of_the_guide_begins_with_what_its_reader_can_do(path: Path) -> None:
    title, beginning = path.read_text("utf-8").split("\n\n")[:2]
    assert title.startswith("# ")
    assert re.match("At the end of this page you (can|know|see|have) ", beginning)


def test_the_manual_has_every_flag_and_the_page_about_tensorboard_has_its_flags() -> None:
    own = command_line_parser().format_help()
    flags = set(re.findall(r"^  (?:-h, )?(--\w+)", own, re.MULTILINE)) - {"--help"}
    assert len(flags) > 30
    assert flags - flags_in(MANUAL) == set()
    assert {f"--{name}" for name in (*NOT_NEEDED, *REFUSED)} - flags_in(FROM_TENSORBOARD) == set()


def flags_in(path: Path) -> set[str]:
    rows = [line for line in path.read_text("utf-8").splitlines() if line.startswith("| `--")]
    return set(re.findall(r"--\w+", " ".join(row.split("|")[1] for row in rows)))


def test_each_language_of_a_block_is_known() -> None:
    known = {*SHOWN, "sh", "python", "json", "toml", "yaml", "ini"}
    assert [str(block) for block in BLOCKS if block.language not in known] == []


@needs_shell
@of("sh")
def test_commands_run(block: Block, folder: Path, demo: Dashboard) -> None:
    checked = subprocess.run(
        ["sh", "-n"], check=False, input=block.code, text=True, capture_output=True
    )
    assert checked.returncode == 0, checked.stderr
    for line in re.sub(r"\\\n\s*", " ", block.code).splitlines():
        words = shlex.split(line, comments=True)
        if words and block.reason is None:
            run(words, folder, demo)


@of("python")
def test_programs_run(
    block: Block, folder: Path, demo: Dashboard, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = at_port_of(demo, block.code)
    compiled = compile(code, str(block), "exec")
    if block.reason is None:
        monkeypatch.chdir(folder)
        monkeypatch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
    assert compiled


@of("json", "toml", "yaml")
def test_files_are_well_formed(block: Block) -> None:
    parse = {"json": json.loads, "toml": tomllib.loads, "yaml": yaml.safe_load_all}
    parsed = parse[block.language](block.code)
    assert list(parsed)


def run(words: list[str], folder: Path, demo: Dashboard) -> None:
    """Run a command as a reader would."""
    if words[0] in OWN and words[1:2] and words[1] in ANSWERING:
        command = [sys.executable, "-m", "scopeboard", *words[1:]]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    elif words[0] in OWN and words[1:2] == ["--version"]:
        subprocess.run([sys.executable, "-m", "scopeboard", "--version"], check=True)
    elif words[0] in OWN:
        starts(words[1:], folder)
    elif words[0].startswith("scripts/"):
        assert (ROOT / words[0]).is_file()
        if words[0] == "scripts/bench":
            assert (ROOT / "scripts/programs/bench" / f"{words[1].replace('-', '_')}.py").is_file()
    elif words[:2] == ["pip", "install"]:
        assert words[2].partition("[")[0] == "scopeboard"
    elif words[0] == "curl":
        command = [at_port_of(demo, word) for word in words]
        subprocess.run([*command, "--fail", "--silent", "--show-error"], cwd=folder, check=True)
    else:
        pytest.fail(f"{words[0]} is not run here: say why before the block")


def starts(flags: list[str], folder: Path) -> None:
    """Start the dashboard in the folder, on any port, until it has printed its address."""
    in_folder = ["sh", "-c", 'cd "$0" && exec "$@"', str(folder)]
    with dashboard(*flags, "--port", "0", before=in_folder) as running:
        errors = "" if running.url or not running.process.stderr else running.process.stderr.read()
        assert running.url, f"{flags}: {errors}"


def at_port_of(demo: Dashboard, text: str) -> str:
    return text.replace("http://localhost:6006/", demo.url)
