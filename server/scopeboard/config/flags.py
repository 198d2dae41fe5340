"""The flags of the command line: names, types, defaults and help."""

import argparse
from collections.abc import Callable, Sequence
from typing import Final, NoReturn

from scopeboard import __version__
from scopeboard.config.flag_types import (
    duration,
    host_name,
    memory_size,
    port_number,
    sample_counts,
    smoothing_weight,
    token,
    truth,
    whole_number,
)
from scopeboard.config.frame_ancestors import frame_ancestor
from scopeboard.config.preferences import DENSITIES, THEMES
from scopeboard.config.request_limits import add_limit_flags
from scopeboard.config.tensorboard_flags import add_tensorboard_flags

DEFAULT_RELOAD_INTERVAL: Final = 5.0  # seconds, as in TensorBoard
DEFAULT_INDEX_BUDGET: Final = 10_000  # megabytes
DEFAULT_MEMORY_BUDGET: Final = 200  # megabytes
LOG_FORMATS: Final = ("text", "json")

_USAGE_ERROR: Final = 2
_SIMILARITY: Final = 0.7  # from 0 to 1: of a misspelled flag and the suggested one
_EPILOG: Final = """\
examples:
  dashboard --logdir runs                            show the logs below runs
  dashboard export --logdir runs -o report.html      write them as one HTML file;
                                                     dashboard export --help has more
commands that answer and end, each with --help:
  dashboard inspect runs                             what the log contains
  dashboard query "tag:loss lr<1e-3" --format csv    points
  dashboard best val/acc --max                       the best value of each run
  dashboard graph summary FILE                       the size, costs and faults of a graph
  dashboard diff BEFORE AFTER                        what differs between two graphs
  dashboard index runs --index s3://bucket/index     an index that many dashboards share
  dashboard doctor                                   what is wrong on this machine, or in the log
  dashboard completion bash                          completion for bash, zsh or fish
  dashboard mcp --logdir runs                        answers for agents (scopeboard[mcp])
"""


class CommandLineParser(argparse.ArgumentParser):
    """A parser whose errors are a line: the usage of all flags would hide it."""

    def error(self, message: str) -> NoReturn:
        """Print what is wrong, and exit."""
        self.exit(_USAGE_ERROR, f"{self.prog}: {message}. `{self.prog} --help` lists the flags.\n")

    def refuse(self, arguments: Sequence[str]) -> NoReturn:
        """Print the arguments as unknown, with the flag that resembles the first, and exit."""
        from difflib import get_close_matches  # noqa: PLC0415 - no successful start needs it

        unknown = next((each for each in arguments if each.startswith("-")), "").partition("=")[0]
        listed = (action for action in self._actions if action.help != argparse.SUPPRESS)
        flags = [flag for action in listed for flag in action.option_strings]
        similar = get_close_matches(unknown, flags, 1, _SIMILARITY)
        hint = f" (did you mean {similar[0]}?)" if similar else ""
        self.error(f"unrecognized arguments: {' '.join(arguments)}{hint}")


def command_line_parser(
    create: Callable[..., CommandLineParser] = CommandLineParser,
) -> CommandLineParser:
    """Return the parser of `dashboard`, which `create` makes."""
    parser = create(
        prog="dashboard",
        description="Look at training logs and computation graphs in a browser.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add_reading_flags(add)
    add(
        "--port",
        type=port_number,
        help="the port to listen on (default: 6006 or the next free one; 0: any free port)",
    )
    add("--host", help="a name or address of this machine to listen on (default: localhost)")
    add("--bind_all", action="store_true", help="listen on every interface; prints a token URL")
    add(
        "--allow_host",
        action="append",
        default=[],
        type=host_name,
        metavar="NAME[:PORT]",
        help="a further host name that requests may use, such as that of a proxy, with the port "
        "if the proxy has another one than 80 or 443; may be repeated",
    )
    add(
        "--token",
        type=token,
        metavar="TEXT|none",
        help="the token that requests must send (default: SCOPEBOARD_TOKEN, or a random one where "
        "other machines can reach the server or with --allow_delete); `none` for no token",
    )
    add(
        "--frame_ancestor",
        action="append",
        default=[],
        type=frame_ancestor,
        metavar="ORIGIN",
        help="a page that may show this server in a frame, as https://HOST[:PORT]; may be repeated",
    )
    add("--path_prefix", default="", metavar="/PATH", help="serve below this path")
    add(
        "--reload_interval",
        type=duration,
        default=DEFAULT_RELOAD_INTERVAL,
        metavar="SECONDS",
        help="how often to look for new data (default: 5; 0: read once)",
    )
    add(
        "--read_only",
        action="store_true",
        help="refuse changes to names, notes, views and graph settings",
    )
    add(
        "--allow_delete",
        action="store_true",
        help="let viewers remove event files of a run, once they have typed its name; always "
        "requires a token",
    )
    add("--window_title", default="", metavar="TEXT", help="the title of the browser's window")
    add(
        "--samples_per_plugin",
        type=sample_counts,
        default={},
        metavar="PLUGIN=N,…",
        help="the number of steps per series for clients of TensorBoard's API, 0 for all; "
        "`tensorboard` for its own numbers (default: all)",
    )
    add(
        "--reuse_port",
        type=truth,
        default=False,
        metavar="BOOL",
        help="share the port with other programs that set SO_REUSEPORT",
    )
    add(
        "--log_format",
        choices=LOG_FORMATS,
        default="text",
        help="how lines about the work of the server are written: as text for people, or as one "
        "object of JSON each for programs (default: text)",
    )
    add(
        "--log_requests",
        action="store_true",
        help="write a line for each request, except for probes that succeed",
    )
    version = f"Scopeboard {__version__}"
    add("--version", "--version_tb", action="version", version=version, help="print the version")
    add_tensorboard_flags(add)
    add_limit_flags(parser.add_argument_group("limits of requests and connections").add_argument)
    return parser


def add_reading_flags(add: Callable[..., object]) -> None:
    """Add the flags for what to show and how to read it; see `settings.reading_settings`."""
    add(
        "directory", nargs="?", metavar="LOGDIR", help="the log directory, searched for event files"
    )
    add("--logdir", action="append", metavar="LOGDIR", help="the log directory, as a flag")
    add(
        "--logdir_spec",
        action="append",
        metavar="NAME:LOGDIR,…",
        help="several log directories, each under a name",
    )
    add(
        "--index",
        metavar="PLACE",
        help="a shared index that `dashboard index` has written, a directory or s3://, gs:// or "
        "az://, in place of a log directory",
    )
    add(
        "--graph",
        action="append",
        default=[],
        metavar="FILE",
        help=(
            "a file with a graph (.pb, .pbtxt, .meta, .onnx, .pt2, .tflite, .mlir, "
            ".safetensors, .gguf, Keras .json); may be repeated"
        ),
    )
    add("--demo", action="store_true", help="show the log of a small network")
    add(
        "--state_dir",
        metavar="PATH",
        help="where to save names, notes, views and graph settings (default: user's data): a "
        "directory, or a database of PostgreSQL, such as postgresql://user@host/name",
    )
    add("--index_dir", metavar="PATH", help="where to store the index (default: user's cache)")
    add("--no_index", action="store_true", help="store no index; read all files at each start")
    add(
        "--index_budget",
        type=whole_number,
        default=DEFAULT_INDEX_BUDGET,
        metavar="MB",
        help="size limit of the indexes of all log directories (default: 10000; 0: no index)",
    )
    add_resource_flags(add)
    add(
        "--preferences",
        metavar="FILE",
        help="a TOML file with defaults of the page (default: user's configuration)",
    )
    add("--theme", choices=THEMES, help="the default colours of the page")
    add(
        "--smoothing",
        type=smoothing_weight,
        metavar="WEIGHT",
        help="the default smoothing weight, from 0 to 0.999 (default: 0.6)",
    )
    add("--density", choices=DENSITIES, help="the default size of charts (default: M)")


def add_resource_flags(add: Callable[..., object]) -> None:
    """Add the flags of the processes and the memory that reading takes."""
    add(
        "--load_processes",
        type=whole_number,
        metavar="N",
        help="worker processes that read large logs (default: by cores and size; 0: none)",
    )
    add(
        "--memory_budget",
        type=memory_size,
        default=DEFAULT_MEMORY_BUDGET,
        metavar="MB",
        help="memory limit for reading, over all processes (default: 200)",
    )


def with_underscores(arguments: Sequence[str]) -> list[str]:
    """Return arguments with underscores for dashes in flags, up to `--`; no flags follow it."""
    end = arguments.index("--") if "--" in arguments else len(arguments)
    changed = []
    for argument in arguments[:end]:
        flag, equals, value = argument.partition("=")
        is_flag = flag.startswith("--")
        changed.append(f"--{flag[2:].replace('-', '_')}{equals}{value}" if is_flag else argument)
    return [*changed, *arguments[end:]]
