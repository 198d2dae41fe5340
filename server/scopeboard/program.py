"""TensorBoard's `tensorboard.program` under our name: configure a dashboard, and launch it.

Only the import changes in programs that use it:

    from scopeboard import program

    board = program.ScopeBoard()
    board.configure(argv=[None, "--logdir", "runs"])
    url = board.launch()
"""

import os
from collections.abc import Sequence
from typing import Final, Unpack

from scopeboard.cli.main import main
from scopeboard.config.keyword_settings import (
    SERVER_KEYWORDS,
    AnyPath,
    ServerSettings,
    command_arguments,
    parse_arguments,
)
from scopeboard.serving.server import Server, start_server

_CALL: Final = "configure"


class FlagSettings(ServerSettings, total=False):
    """The settings of a server, and the flags that name log directories."""

    logdir: AnyPath
    logdir_spec: str


class ScopeBoard:
    """A dashboard with the methods of `tensorboard.program.TensorBoard`.

    Args:
        plugins: TensorBoard's; there are none here, so it has no effect.
        assets_zip_provider: likewise.

    Attributes:
        server: the server that `launch` has started last; `server.close()` ends it.
    """

    def __init__(self, plugins: object = None, assets_zip_provider: object = None) -> None:
        del plugins, assets_zip_provider
        self.server: Server | None = None
        self._arguments: list[str] = []

    def configure(
        self,
        argv: Sequence[str | os.PathLike[str] | None] = ("",),
        **flags: Unpack[FlagSettings],
    ) -> list[str]:
        """Set the flags of the command, as a list of arguments or as keyword arguments.

        Args:
            argv: the name of the program, which has no effect, and its arguments.
            **flags: further flags, which win over those in `argv`.

        Returns:
            The name of the program, as a list.

        Raises:
            SettingsError: a flag is unknown or invalid, or two contradict each other.
            TypeError: there is no such keyword argument.
        """
        given = [os.fspath(each) for each in argv[1:] if each is not None]
        arguments = [*given, *command_arguments(_CALL, flags, _KEYWORDS)]
        parse_arguments(arguments)
        self._arguments = arguments
        return [str(argv[0] or "")] if argv else [""]

    def launch(self) -> str:
        """Start a server in a thread of its own, which ends with the process; return its address.

        Raises:
            SettingsError: the port is taken, or the host is not of this machine.
        """
        self.server = start_server(parse_arguments(self._arguments))
        return self.server.url

    def main(self) -> int:
        """Run the command until a signal stops it; return its exit status."""
        return main(self._arguments)


_KEYWORDS: Final = SERVER_KEYWORDS | FlagSettings.__optional_keys__

TensorBoard = ScopeBoard
