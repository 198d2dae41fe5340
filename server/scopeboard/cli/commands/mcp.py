"""`dashboard mcp`: answers the questions of agents by the Model Context Protocol, over stdio."""

from collections.abc import Callable, Sequence
from functools import wraps
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from scopeboard import __version__
from scopeboard.cli.commands.arguments import add_log_flags, command_parser, open_log_of
from scopeboard.cli.commands.status import DONE
from scopeboard.config.address import DEFAULT_PORT
from scopeboard.config.flags import CommandLineParser
from scopeboard.errors import ScopeboardError, SettingsError

if TYPE_CHECKING:  # see `arguments`
    from scopeboard.cli.commands.agent_answers import AgentAnswers

_INSTRUCTIONS: Final = (
    "Reads machine-learning training logs: runs, scalars, graphs. Begin with `overview`. Values "
    "are as logged, never averaged. Each answer ends with a link to the dashboard that shows it."
)
_TOOLS: Final = ("overview", "tags", "runs", "best", "points", "graph", "damage")
_MISSING: Final = (
    "mcp needs the package of the same name, which is not installed: pip install 'scopeboard[mcp]'"
)


def parser() -> CommandLineParser:
    """Return the parser of the command."""
    made = command_parser("mcp", "Answer agents by the Model Context Protocol, over stdio.")
    add_log_flags(made, positional=True)
    made.add_argument(
        "--url",
        default=f"http://localhost:{DEFAULT_PORT}/",
        help="the address of the dashboard for links (default: %(default)s)",
    )
    return made


def main(arguments: Sequence[str]) -> int:
    """Run the command until its input ends."""
    options = parser().parse_args(arguments)
    module = _library()
    from scopeboard.cli.commands.agent_answers import AgentAnswers  # noqa: PLC0415 - loads NumPy

    with open_log_of(options) as log:
        _server(module, AgentAnswers(log, options.url)).run("stdio")
    return DONE


def _library() -> Any:  # noqa: ANN401 - a module that may be missing
    """Import the library.

    Raises:
        SettingsError: it is not installed.
    """
    try:
        return import_module("mcp.server.mcpserver")
    except ImportError as error:
        raise SettingsError(_MISSING) from error


def _server(module: Any, answers: "AgentAnswers") -> Any:  # noqa: ANN401 - of the library
    """Return a server with a tool for each answer; descriptions are those of the methods."""
    server = module.MCPServer(
        "scopeboard", instructions=_INSTRUCTIONS, version=__version__, log_level="WARNING"
    )
    refusal = import_module("mcp.server.mcpserver.exceptions").ToolError
    for name in _TOOLS:
        server.tool(structured_output=False)(_with_reason(getattr(answers, name), refusal))
    return server


def _with_reason(
    answer: Callable[..., str], refusal: Callable[[str], Exception]
) -> Callable[..., str]:
    """Return the same answer, with the reason of an error, which the library hides otherwise."""

    @wraps(answer)
    def answered(*arguments: object, **named: object) -> str:
        try:
            return answer(*arguments, **named)
        except ScopeboardError as error:
            raise refusal(str(error)) from error

    return answered
