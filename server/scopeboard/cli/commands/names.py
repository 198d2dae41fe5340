"""The commands by name, and the modules that have them."""

from typing import Final

_PACKAGE: Final = "scopeboard.cli.commands"
COMMANDS: Final = {
    name: f"{_PACKAGE}.{name}"
    for name in (
        "inspect",
        "query",
        "best",
        "graph",
        "diff",
        "doctor",
        "index",
        "completion",
        "mcp",
    )
}
"""Each module has `parser()` and `main(arguments)`, which returns the exit status.

A log directory with such a name needs `--logdir`.
"""
