"""A dashboard for machine-learning training logs, with the computation graph at its centre.

In Python, `scopeboard.open("runs")` reads logs back, `SummaryWriter` and `log_graph` write them,
and `serve` and `asgi_app` show them; the names are imported on first use.
"""

TYPE_CHECKING = False  # for type checkers; `typing` would be most of what `import scopeboard` takes

if TYPE_CHECKING:
    from typing import Final

    from scopeboard import errors
    from scopeboard.following.cursor import Cursor
    from scopeboard.logs.batch import Batch
    from scopeboard.logs.graph import LogGraph
    from scopeboard.logs.log import Log
    from scopeboard.logs.opening import open  # noqa: A004 - only as `scopeboard.open`
    from scopeboard.logs.run_table import RunTable
    from scopeboard.logs.scalars import Scalars
    from scopeboard.logs.table import Table
    from scopeboard.notebook.magics import load_ipython_extension
    from scopeboard.notebook.show import show
    from scopeboard.serving.application import Application, asgi_app
    from scopeboard.serving.server import Server, serve
    from scopeboard.writer.log_environment import log_environment
    from scopeboard.writer.log_graph import log_graph
    from scopeboard.writer.log_output import log_output
    from scopeboard.writer.log_system import log_system
    from scopeboard.writer.summary_writer import SummaryWriter

__all__ = [
    "Application",
    "Batch",
    "Cursor",
    "Log",
    "LogGraph",
    "RunTable",
    "Scalars",
    "Server",
    "SummaryWriter",
    "Table",
    "__version__",
    "asgi_app",
    "errors",
    "load_ipython_extension",
    "log_environment",
    "log_graph",
    "log_output",
    "log_system",
    "open",
    "serve",
    "show",
]
__version__ = "0.1.0"

_HOMES: "Final" = {
    "Application": "scopeboard.serving.application",
    "Batch": "scopeboard.logs.batch",
    "Cursor": "scopeboard.following.cursor",
    "Log": "scopeboard.logs.log",
    "LogGraph": "scopeboard.logs.graph",
    "RunTable": "scopeboard.logs.run_table",
    "Scalars": "scopeboard.logs.scalars",
    "Server": "scopeboard.serving.server",
    "SummaryWriter": "scopeboard.writer.summary_writer",
    "Table": "scopeboard.logs.table",
    "asgi_app": "scopeboard.serving.application",
    "load_ipython_extension": "scopeboard.notebook.magics",
    "log_environment": "scopeboard.writer.log_environment",
    "log_graph": "scopeboard.writer.log_graph",
    "log_output": "scopeboard.writer.log_output",
    "log_system": "scopeboard.writer.log_system",
    "open": "scopeboard.logs.opening",
    "serve": "scopeboard.serving.server",
    "show": "scopeboard.notebook.show",
}
"""The module of each name of the interface in Python."""


def __getattr__(name: str) -> object:
    """Import a name of the interface in Python (PEP 562)."""
    from importlib import import_module  # noqa: PLC0415 - as above

    if name == "errors":
        return import_module("scopeboard.errors")
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name)
    value = globals()[name] = getattr(import_module(_HOMES[name]), name)
    return value


def __dir__() -> list[str]:
    """Return all names, those that are not imported yet included."""
    return sorted({*globals(), *__all__})
