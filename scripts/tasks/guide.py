"""The guide: `docs/` as pages with search, in `server/scopeboard/guide`, served at `/help`.

Zensical builds it from a copy of the folder. Its pages have scripts between their tags, which the
server's content security policy forbids; they become files. The build hook (`hatch_build.py`) uses
this module, too.
"""

import hashlib
import os
import re
import shutil
import tempfile
import tomllib
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tasks import stamp
from tasks.checkout import ROOT, SERVER
from tasks.process import Command, run_quietly, say

DOCS: Final = ROOT / "docs"
CONFIG: Final = DOCS / "zensical.toml"
GUIDE: Final = SERVER / "scopeboard" / "guide"
BUILT_FROM: Final = GUIDE / ".sources.sha256"
DECISIONS: Final = "decisions"
ANIMATION: Final = "scopeboard.png"
"""Of the README alone: half of the wheel would be this picture."""

NOT_BUILT: Final = "Could not build the guide from docs/; see the output above."
BROKEN: Final = "Pages in docs/ have links that lead nowhere; see the output above."

# Of every page; the theme's other scripts have attributes.
_SCRIPT: Final = re.compile("<script>(.*?)</script>", re.DOTALL)
_STYLE: Final = re.compile(r'\("style",\{\},(\w+)\.toString\(\)\)')
"""Where the theme's script writes the style of the search, which is in a variable."""
STYLE_SOURCES: Final = "style-sources.txt"
_NOT_SEARCHED: Final = "---\nsearch:\n  exclude: true\n---\n"


def is_built() -> bool:
    """Return whether the guide is built from the present sources."""
    return (GUIDE / "guide" / "index.html").is_file() and stamp.is_current(
        BUILT_FROM, _sources_fingerprint()
    )


def requirement() -> str:
    """Return the requirement of Zensical, which is among the `dev` ones of `pyproject.toml`."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    packages: list[str] = project["optional-dependencies"]["dev"]
    return next(package for package in packages if package.startswith("zensical"))


def prepare(python: Path) -> None:
    """Build the guide with the Zensical of `python` if it is missing or stale.

    Raises:
        TaskError: Zensical is missing, or fails.
    """
    if is_built():
        return
    say("Building the guide …")
    # Before the build: a file saved meanwhile makes the result stale, not current.
    sources = _sources_fingerprint()
    with tempfile.TemporaryDirectory() as folder:
        site = build(python, Path(folder), NOT_BUILT)
        shutil.rmtree(GUIDE, ignore_errors=True)
        shutil.copytree(site, GUIDE)
    stamp.write(BUILT_FROM, sources)


def check(python: Path) -> None:
    """Build the guide elsewhere and stop at the first link without a page, anchor or picture.

    Raises:
        TaskError: a link leads nowhere; has the output of Zensical.
    """
    with tempfile.TemporaryDirectory() as folder:
        build(python, Path(folder), BROKEN, "--strict")


def build(python: Path, folder: Path, advice: str, *flags: str) -> Path:
    """Build the guide in an empty folder; return the folder of its pages."""
    _copy_sources(folder)
    command: Command = [python, "-m", "zensical", "build", "--clean", *flags]
    run_quietly(command, advice, directory=folder)
    site = folder / "site"
    for page in site.rglob("*.html"):
        _move_scripts(page, site)
    (site / STYLE_SOURCES).write_text("\n".join(_style_sources(site)), "utf-8")
    return site


def _copy_sources(folder: Path) -> None:
    """Copy the pages, and the settings beside them, where Zensical leaves its cache, too."""
    pages = folder / "pages"
    shutil.copytree(DOCS, pages, ignore=shutil.ignore_patterns(CONFIG.name, ANIMATION, ".*"))
    shutil.copy(CONFIG, folder)
    # Decisions are for those who change the program; in a search they would hide the guide.
    for decision in (pages / DECISIONS).glob("*.md"):
        text = decision.read_text("utf-8")
        decision.write_text(_NOT_SEARCHED + text, "utf-8", newline="\n")


def _move_scripts(page: Path, site: Path) -> None:
    """Replace scripts between tags by the same in files, which run at the same place."""

    def moved(script: re.Match[str]) -> str:
        content = script[1].encode()
        name = f"inline.{hashlib.sha256(content).hexdigest()[:8]}.js"
        file = site / "assets" / "javascripts" / name
        file.write_bytes(content)
        return f'<script src="{os.path.relpath(file, page.parent).replace(os.sep, "/")}"></script>'

    text = _SCRIPT.sub(moved, page.read_text("utf-8"))
    page.write_text(text, "utf-8", newline="\n")


def _style_sources(site: Path) -> Iterator[str]:
    """Yield the sources, for the content security policy, of styles that scripts write."""
    for script in sorted((site / "assets" / "javascripts").glob("bundle.*.js")):
        text = script.read_text("utf-8")
        for name in _STYLE.findall(text):
            # Without a backslash, since then it is what the script writes.
            for style in re.findall(rf"\b{name}='([^'\\]*)'", text):
                digest = hashlib.sha256(style.encode()).digest()
                yield f"'sha256-{b64encode(digest).decode()}'"


def _sources_fingerprint() -> str:
    return stamp.fingerprint(ROOT, _sources(), requirement())


def _sources() -> Iterator[Path]:
    """Yield every file that affects the guide."""
    yield Path(__file__)
    for file in DOCS.rglob("*"):
        if file.is_file() and not file.name.startswith("."):
            yield file
