"""A small demo, made once for all tests that read one."""

from pathlib import Path

import pytest

from scopeboard.demo.hyper_parameters import HyperParameters
from scopeboard.demo.recipe import Recipe
from scopeboard.demo.training import write_demo

SMALL = Recipe(
    runs=(HyperParameters(0.01), HyperParameters(0.5)),
    steps=161,
    training_digits=1500,
    test_digits=300,
)


@pytest.fixture(scope="session")
def recipe() -> Recipe:
    """What `log_directory` is made from."""
    return SMALL


@pytest.fixture(scope="session")
def log_directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A log directory with two runs."""
    directory = tmp_path_factory.mktemp("demo") / "log"
    write_demo(directory, SMALL)
    return directory
