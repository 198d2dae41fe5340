"""`%load_ext scopeboard`: the magics `%scopeboard` and, without TensorBoard, `%tensorboard`."""

import shlex
from argparse import ArgumentTypeError
from collections.abc import Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

from scopeboard.config.flag_types import at_least_one
from scopeboard.config.keyword_settings import (
    APPLICATION_KEYWORDS,
    SERVER_KEYWORDS,
    parse_arguments,
)
from scopeboard.errors import ScopeboardError
from scopeboard.logs.server.address import SCHEMES
from scopeboard.notebook.show import HEIGHT, show, show_settings
from scopeboard.system.console import say

if TYPE_CHECKING:
    from scopeboard.notebook.widget import BoardWidget

_OWN: Final = ("height", "view")
_OF_ADDRESS: Final = SERVER_KEYWORDS - APPLICATION_KEYWORDS


def load_ipython_extension(ipython: Any) -> None:  # noqa: ANN401 - IPython ships no types here
    """Add the magics; IPython calls this for `%load_ext scopeboard`."""
    ipython.register_magic_function(scopeboard, "line", "scopeboard")
    if find_spec("tensorboard") is None:
        ipython.register_magic_function(scopeboard, "line", "tensorboard")


def scopeboard(line: str) -> "BoardWidget | None":
    """Show a log in the cell: `%scopeboard --logdir runs`, with the flags of the command.

    Further flags: `--view VIEW`, such as `?tab=graph`, and `--height PIXELS`. Flags of an address
    have no effect, because there is none. `--logdir http://host:6006`, without other flags of the
    command, shows the page of a dashboard elsewhere, as `show` does.
    """
    try:
        arguments, own = _split(shlex.split(line))
        height = at_least_one(own["height"]) if own.get("height") else HEIGHT
        address = _address(arguments)
        if address:
            return show(address, own.get("view", ""), height=height)
        settings = parse_arguments(arguments)
        for sentence in (*settings.remarks, *settings.not_needed):
            say(sentence)
        unused = [f"--{name}" for name in sorted(_OF_ADDRESS) if _names(arguments, name)]
        if unused:
            say(f"{', '.join(unused)} has no effect: in a notebook the page needs no address.")
        return show_settings(settings, own.get("view", ""), height)
    except (ScopeboardError, ArgumentTypeError, ImportError, ValueError) as error:
        say(f"%scopeboard: {error}")
        return None


def _address(arguments: Sequence[str]) -> str:
    """Return the address of the log directory if nothing else is given; empty otherwise."""
    named = list(arguments)
    if len(named) > 1 and named[0] == "--logdir":
        del named[0]
    address = named[0].removeprefix("--logdir=") if len(named) == 1 else ""
    return address if address.lower().startswith(SCHEMES) else ""


def _names(arguments: Sequence[str], flag: str) -> bool:
    """Return whether a flag is among arguments."""
    written = [each.partition("=")[0].replace("-", "_") for each in arguments]
    return f"__{flag}" in written


def _split(words: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """Return the arguments of the command, and the values of further flags."""
    arguments: list[str] = []
    own: dict[str, str] = {}
    rest = iter(words)
    for word in rest:
        name, equals, value = word.partition("=")
        if name.removeprefix("--") in _OWN and name.startswith("--"):
            own[name.removeprefix("--")] = value if equals else next(rest, "")
        else:
            arguments.append(word)
    return arguments, own
