"""Checks of the structure that no other tool knows: sizes of folders, tests by module, words.

Each returns complaints, one a line, and an empty text where there are none. `root` is a checkout.
"""

import io
import re
import tokenize
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

MOST_MODULES: Final = 25
COVERAGE: Final = "tests/covered_by.toml"
WORDS: Final = "scripts/words.toml"
_PACKAGE: Final = "server/scopeboard"
_GENERATED: Final = "wire"


def large_folders(root: Path) -> str:
    """Find folders with more than `MOST_MODULES` modules, `__init__` not counted."""
    package = root / _PACKAGE
    sizes = {
        folder: sum(path.name != "__init__.py" for path in folder.glob("*.py"))
        for folder in [package, *package.rglob("*/")]
    }
    return "\n".join(
        f"{folder.relative_to(root).as_posix()}: {size} modules, {MOST_MODULES} at most"
        for folder, size in sorted(sizes.items())
        if size > MOST_MODULES
    )


def untested_modules(root: Path) -> str:
    """Find modules with neither a test file of their name nor a line in the table of `COVERAGE`.

    Lines of the table that are wrong or not needed are complaints too.
    """
    table: dict[str, str] = tomllib.loads((root / COVERAGE).read_text("utf-8"))["covered_by"]
    own_tests = {_dotted(path, root): _own_test(path, root) for path in _modules(root)}
    tested = {name for name, test in own_tests.items() if (root / test).exists()}
    missing = sorted(own_tests.keys() - tested - table.keys())
    complaints = [f"{name}: no {own_tests[name]}, no line in {COVERAGE}" for name in missing]
    for name, test in table.items():
        if name not in own_tests:
            complaints.append(f"{COVERAGE}: there is no module {name}")
        elif name in tested:
            complaints.append(f"{COVERAGE}: {name} has {own_tests[name]}")
        elif not (root / test).exists():
            complaints.append(f"{COVERAGE}: there is no {test}")
    return "\n".join(complaints)


def banned_words(root: Path) -> str:
    """Find the words of `WORDS` in names, comments and texts of the server."""
    document = tomllib.loads((root / WORDS).read_text("utf-8"))
    instead: dict[str, str] = document["words"]
    allowed: dict[str, list[str]] = document["allowed"]
    complaints = []
    for path in _modules(root):
        name = path.relative_to(root / _PACKAGE).as_posix()
        banned = instead.keys() - set(allowed.get(name, []))
        complaints += [
            f"{name}:{line}: {word!r}; better: {instead[word]}"
            for line, word in _words(path)
            if word in banned
        ]
    return "\n".join(complaints)


def _modules(root: Path) -> Iterator[Path]:
    """Return the modules that people write, in order, packages' `__init__` left out."""
    package = root / _PACKAGE
    for path in sorted(package.rglob("*.py")):
        if path.name != "__init__.py" and path.relative_to(package).parts[0] != _GENERATED:
            yield path


def _dotted(path: Path, root: Path) -> str:
    return ".".join(path.relative_to(root / _PACKAGE).with_suffix("").parts)


def _own_test(path: Path, root: Path) -> str:
    folder = path.relative_to(root / _PACKAGE).parent
    return (Path("tests") / folder / f"test_{path.stem.strip('_')}.py").as_posix()


def _words(path: Path) -> Iterator[tuple[int, str]]:
    """Return the words of a module in lower case with their lines; a name may hold several."""
    source = path.read_text("utf-8")
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in (tokenize.NAME, tokenize.STRING, tokenize.COMMENT):
            for number, line in enumerate(token.string.splitlines(), token.start[0]):
                for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", line):
                    yield number, word.lower()
