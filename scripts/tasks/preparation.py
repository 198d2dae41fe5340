"""What every command needs first. The second time nothing is stale and it takes milliseconds."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from tasks import environment, frontend, turn
from tasks.node import Node, get_node

T = TypeVar("T")


def prepare_python() -> None:
    """Make `.venv` current.

    Raises:
        TaskError: something is missing; says what to do.
    """
    with turn.taken():
        environment.create()
        environment.fill()


def prepare() -> None:
    """Make the dashboard startable: `.venv` is current and the page is built.

    Raises:
        TaskError: something is missing; says what to do.
    """
    with turn.taken():
        _prepare_both(lambda: frontend.prepare(_node))


def prepare_development() -> Node:
    """Do the same and install the front end's packages too; return the Node.js to run them with.

    Raises:
        TaskError: something is missing; says what to do.
    """
    with turn.taken():
        return _prepare_both(_prepare_frontend)


def _prepare_both(prepare_frontend: Callable[[], T]) -> T:
    """Fill `.venv` and do something for the front end at once: neither needs the other."""
    environment.create()  # Node.js may come with its pip
    with ThreadPoolExecutor(1) as pool:
        prepared = pool.submit(prepare_frontend)
        environment.fill()
        return prepared.result()


def _prepare_frontend() -> Node:
    node = _node()
    frontend.install_packages(node)
    frontend.prepare(lambda: node)
    return node


def _node() -> Node:
    return get_node(environment.PYTHON)
