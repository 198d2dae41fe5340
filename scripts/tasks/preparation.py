"""Preparation of the checkout; it takes milliseconds when nothing is stale."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from tasks import environment, frontend, guide, preparation_lock
from tasks.node import Node, get_node

T = TypeVar("T")


def prepare_python() -> None:
    """Update `.venv`.

    Raises:
        TaskError: something is missing; the message says what to do.
    """
    with preparation_lock.hold():
        environment.create()
        environment.fill()


def prepare() -> None:
    """Update `.venv` and build the page and the guide, so that the dashboard can start.

    Raises:
        TaskError: something is missing; the message says what to do.
    """
    with preparation_lock.hold():
        _prepare_both(lambda: frontend.prepare(_node))


def prepare_development() -> Node:
    """Do the same, install the packages of the front end, and return the Node.js for them.

    Raises:
        TaskError: something is missing; the message says what to do.
    """
    with preparation_lock.hold():
        return _prepare_both(_prepare_frontend)


def _prepare_both(prepare_frontend: Callable[[], T]) -> T:
    """Fill `.venv` and prepare the front end at once: they are independent."""
    environment.create()  # Node.js may come with its pip
    with ThreadPoolExecutor(1) as pool:
        prepared = pool.submit(prepare_frontend)
        environment.fill()
        guide.prepare(environment.PYTHON)
        return prepared.result()


def _prepare_frontend() -> Node:
    node = _node()
    frontend.install_packages(node)
    frontend.prepare(lambda: node)
    return node


def _node() -> Node:
    return get_node(environment.PYTHON)
