"""What every command needs first. The second time nothing is stale and it takes milliseconds."""

from tasks import environment, frontend, turn
from tasks.node import Node, get_node


def prepare_python() -> None:
    """Make `.venv` current.

    Raises:
        TaskError: something is missing; says what to do.
    """
    with turn.taken():
        environment.prepare()


def prepare() -> None:
    """Make the dashboard startable: `.venv` is current and the page is built.

    Raises:
        TaskError: something is missing; says what to do.
    """
    with turn.taken():
        environment.prepare()
        frontend.prepare(_node)


def prepare_development() -> Node:
    """Do the same and install the front end's packages too; return the Node.js to run them with.

    Raises:
        TaskError: something is missing; says what to do.
    """
    with turn.taken():
        environment.prepare()
        node = _node()
        frontend.install_packages(node)
        frontend.prepare(lambda: node)
    return node


def _node() -> Node:
    return get_node(environment.PYTHON)
