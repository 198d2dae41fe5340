"""Checks of structure that no other tool has: sizes of folders, tests by module, words.

Each returns problems, one per line; an empty text without any. `root` is a checkout.
"""

import io
import re
import tokenize
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

MAX_MODULES: Final = 25
COVERAGE: Final = "tests/covered_by.toml"
WORDS: Final = "scripts/words.toml"
_PACKAGE: Final = "server/scopeboard"
_PAGE: Final = "frontend/src"
_GENERATED: Final = "wire"


def large_folders(root: Path) -> str:
    """Find folders with more than `MAX_MODULES` modules, `__init__` not counted."""
    package = root / _PACKAGE
    sizes = {
        folder: sum(path.name != "__init__.py" for path in folder.glob("*.py"))
        for folder in [package, *package.rglob("*/")]
    }
    return "\n".join(
        f"{folder.relative_to(root).as_posix()}: {size} modules, {MAX_MODULES} at most"
        for folder, size in sorted(sizes.items())
        if size > MAX_MODULES
    )


def untested_modules(root: Path) -> str:
    """Find modules with neither a test file of their name nor a line in the table of `COVERAGE`.

    Wrong and unnecessary lines of the table are problems, too.
    """
    table: dict[str, str] = tomllib.loads((root / COVERAGE).read_text("utf-8"))["covered_by"]
    own_tests = {_dotted(path, root): _own_test(path, root) for path in _modules(root)}
    tested = {name for name, test in own_tests.items() if (root / test).exists()}
    missing = sorted(own_tests.keys() - tested - table.keys())
    problems = [f"{name}: no {own_tests[name]}, no line in {COVERAGE}" for name in missing]
    for name, test in table.items():
        if name not in own_tests:
            problems.append(f"{COVERAGE}: there is no module {name}")
        elif name in tested:
            problems.append(f"{COVERAGE}: {name} has {own_tests[name]}")
        elif not (root / test).exists():
            problems.append(f"{COVERAGE}: there is no {test}")
    return "\n".join(problems)


def banned_words(root: Path) -> str:
    """Find the words of `WORDS` in names, comments and texts of the server and the front end.

    Exceptions for files without the word are problems, too.
    """
    document = tomllib.loads((root / WORDS).read_text("utf-8"))
    server: dict[str, str] = document["words"]
    page = server | document["page_words"]
    allowed: dict[str, list[str]] = document["allowed"]
    found = [(path, server, _words(path)) for path in _modules(root)]
    found += [(path, page, _words_of_page(path)) for path in _page_modules(root)]
    problems = []
    for path, instead, words in found:
        name = path.relative_to(root / (_PACKAGE if path.suffix == ".py" else _PAGE)).as_posix()
        hits = [(line, word) for line, word in words if word in instead]
        exceptions = allowed.pop(name, [])
        problems += [
            f"{name}:{line}: {word!r}; better: {instead[word]}"
            for line, word in hits
            if word not in exceptions
        ]
        needless = set(exceptions) - {word for _, word in hits}
        problems += [f"{WORDS}: {name} has no {word!r}" for word in sorted(needless)]
    problems += [f"{WORDS}: there is no {name}" for name in allowed]
    return "\n".join(problems)


def _modules(root: Path) -> Iterator[Path]:
    """Yield the modules in order, without generated ones and the `__init__` of packages."""
    package = root / _PACKAGE
    for path in sorted(package.rglob("*.py")):
        if path.name != "__init__.py" and path.relative_to(package).parts[0] != _GENERATED:
            yield path


def _page_modules(root: Path) -> list[Path]:
    """Return the modules of the front end and their tests in order, without generated ones."""
    modules = (root / _PAGE).rglob("*.ts*")
    return sorted(path for path in modules if not path.stem.endswith(".gen"))


def _dotted(path: Path, root: Path) -> str:
    return ".".join(path.relative_to(root / _PACKAGE).with_suffix("").parts)


def _own_test(path: Path, root: Path) -> str:
    folder = path.relative_to(root / _PACKAGE).parent
    return (Path("tests") / folder / f"test_{path.stem.strip('_')}.py").as_posix()


def _words(path: Path) -> Iterator[tuple[int, str]]:
    """Yield line and word of names, comments and texts, in lower case; a name may have several."""
    source = path.read_text("utf-8")
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in (tokenize.NAME, tokenize.STRING, tokenize.COMMENT):
            yield from _split(token.string, token.start[0])


def _words_of_page(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the same of a TypeScript module, whose keywords are none of the banned words."""
    yield from _split(path.read_text("utf-8"), 1)


def _split(text: str, first: int) -> Iterator[tuple[int, str]]:
    """Yield the words of a text with the numbers of their lines, which begin with `first`."""
    for number, line in enumerate(text.splitlines(), first):
        for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", line):
            yield number, word.lower()
