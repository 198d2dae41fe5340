"""Widgets in tests: anywidget is an extra, and comes with the notebooks of browser tests."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tasks import tool
from tasks.errors import TaskError


@pytest.fixture(scope="session")
def widgets() -> Iterator[None]:
    """Let tests import anywidget and IPython."""
    try:
        found = tool.install(tool.NOTEBOOKS, Path(sys.executable), "90 MB, for tests of notebooks")
    except TaskError as error:
        if os.environ.get("CI") == "true":
            raise
        pytest.skip(str(error))
    sys.path.append(str(found))
    yield
    sys.path.remove(str(found))
