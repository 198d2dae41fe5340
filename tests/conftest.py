"""What holds for all tests."""

import asyncio
import pkgutil
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import settings

import scopeboard
import tasks

# How long an example takes says how busy the machine is; budgets are measured in benchmarks.
settings.register_profile("untimed", deadline=None)
# A run tells of the commit: all machines try the same examples, and none remembers others.
settings.register_profile(
    "certain", settings.get_profile("untimed"), derandomize=True, database=None
)
settings.register_profile(
    "explore",
    settings.get_profile("untimed"),
    derandomize=False,
    max_examples=1000,
    print_blob=True,
)
settings.load_profile("certain")

OPTIONAL = {"anywidget", "httptools"}
LONG = ("packaging/test_lowest_versions.py", "e2e/test_notebooks.py", "e2e/")
"""Files of tests that take minutes, and those that wait for much of their time."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put long files first: of several processes, none is left alone with one at the end."""
    here = Path(__file__).parent
    ranks = {
        path: _rank(path.relative_to(here).as_posix()) for path in {item.path for item in items}
    }
    items.sort(key=lambda item: ranks[item.path])


def _rank(path: str) -> int:
    return next((rank for rank, long in enumerate(LONG) if path.startswith(long)), len(LONG))


def pytest_collection_finish() -> None:
    """Import everything: the constants of the modules imported so far go into examples."""
    for package in (scopeboard, tasks):
        _import_modules(package)


def _import_modules(package: ModuleType) -> None:
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if module.name.endswith("__main__"):  # importing it runs the command
            continue
        try:
            import_module(module.name)
        except ModuleNotFoundError as error:
            if error.name not in OPTIONAL:
                raise


@pytest.fixture(autouse=True)
def _running_loop(request: pytest.FixtureRequest) -> Iterator[None]:
    """Make a loop count as running, as the browser tests of the same process leave one behind.

    A test that passes alone then passes in any order (see `tools.loops`).
    """
    if request.node.get_closest_marker("browser") or asyncio._get_running_loop() is not None:
        yield
        return
    loop = asyncio.new_event_loop()
    asyncio._set_running_loop(loop)
    yield
    asyncio._set_running_loop(None)
    loop.close()
