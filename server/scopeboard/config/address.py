"""The address: a listening socket and its URL."""

import secrets
import socket
from collections.abc import Callable
from dataclasses import dataclass
from errno import EADDRNOTAVAIL
from functools import partial
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from scopeboard.errors import SettingsError
from scopeboard.system.sockets import CAN_SHARE_PORTS, is_port_taken, listening_socket
from scopeboard.types import NO_TOKEN

if TYPE_CHECKING:  # commands need the port alone
    from scopeboard.config.settings import Settings

DEFAULT_PORT: Final = 6006  # TensorBoard's, which its users and their tunnels expect
PORTS_TRIED: Final = 100
_LOOPBACK: Final = "127.0.0.1"
_BACKLOG: Final = 128
_TOKEN_BYTES: Final = 32


@dataclass(frozen=True, slots=True)
class Address:
    """The socket of the server, and the token that it requires, if any.

    `is_loopback` is whether only this machine can reach it, `is_token_chosen` whether the user set
    the token.
    """

    listener: socket.socket
    host: str
    port: int
    token: str | None
    is_loopback: bool = True
    is_token_chosen: bool = False

    def url(self, path_prefix: str = "", *, with_token: bool = True) -> str:
        """Return the URL to open, with the token if one is required."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        query = f"?token={quote(self.token, safe='')}" if self.token and with_token else ""
        return f"http://{host}:{self.port}{path_prefix}/{query}"


def listen_for(settings: "Settings") -> Address:
    """Open the listening socket of settings; see `listen`.

    Raises:
        SettingsError: the port is taken, or the host is not of this machine.
    """
    return listen(
        settings.host,
        settings.port,
        bind_all=settings.bind_all,
        reuse_port=settings.reuse_port,
        token=settings.token,
        needs_token=settings.allow_delete,
    )


def listen(
    host: str | None,
    port: int | None,
    *,
    bind_all: bool = False,
    reuse_port: bool = False,
    token: str | None = None,
    needs_token: bool = False,
) -> Address:
    """Open the listening socket.

    Args:
        host: a name or address of this machine; None for loopback.
        port: the port; None for 6006 or the next free one, 0 for any.
        bind_all: listen on every interface instead of `host`.
        reuse_port: share the port with other programs that set the same option.
        token: the token that requests must send; NO_TOKEN for none; None for a random one if other
            machines can reach the address, or with `needs_token`.
        needs_token: require a token on loopback too.

    Raises:
        SettingsError: the port is taken, or the host is not of this machine.
    """
    open_port = partial(_open, host, bind_all, reuse_port)
    listener = _first_free(open_port) if port is None else open_port(port)
    # Connections inherit it; asyncio would set it only on sockets that it has opened itself.
    # Without it, the second part of a response waits 40 ms for the first to be acknowledged.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    bound = listener.getsockname()
    is_loopback = not bind_all and (bound[0] == "::1" or bound[0].startswith("127."))
    if token is None and (needs_token or not is_loopback):
        required: str | None = secrets.token_urlsafe(_TOKEN_BYTES)
    else:
        required = None if token == NO_TOKEN else token
    if bind_all:
        name = socket.gethostname()
    else:  # `localhost` may lead to another loopback address on some machines
        name = "localhost" if bound[0] == _LOOPBACK else host or bound[0]
    return Address(
        listener=listener,
        host=name,
        port=bound[1],
        token=required,
        is_loopback=is_loopback,
        is_token_chosen=token is not None and required is not None,
    )


def _first_free(open_port: Callable[[int], socket.socket]) -> socket.socket:
    for port in range(DEFAULT_PORT, DEFAULT_PORT + PORTS_TRIED):
        try:
            return open_port(port)
        except PortTakenError:
            continue
    last = DEFAULT_PORT + PORTS_TRIED - 1
    raise SettingsError(f"Ports {DEFAULT_PORT} to {last} are all in use; choose one with --port.")


class PortTakenError(SettingsError):
    """Another program listens on the port."""


def _open(host: str | None, bind_all: bool, reuse_port: bool, port: int) -> socket.socket:
    if reuse_port and not CAN_SHARE_PORTS:
        raise SettingsError("This system does not let programs share a port: omit --reuse_port.")
    create = partial(listening_socket, backlog=_BACKLOG, reuse_port=reuse_port)
    try:
        if bind_all and socket.has_dualstack_ipv6():
            return create(("", port), socket.AF_INET6, dualstack_ipv6=True)
        infos = socket.getaddrinfo(
            None if bind_all else host or _LOOPBACK,
            port,
            type=socket.SOCK_STREAM,
            flags=socket.AI_PASSIVE,
        )
        # The first address, IPv4 before IPv6.
        family, _, _, _, address = min(infos, key=lambda info: info[0] != socket.AF_INET)
        return create((str(address[0]), int(address[1])), family)
    except UnicodeError as error:
        raise SettingsError(f"--host {host!r} is not a valid host name.") from error
    except OSError as error:
        if is_port_taken(error):
            raise PortTakenError(
                f"Port {port} is in use by another program; choose another with --port, or leave "
                "--port out for the next free one."
            ) from error
        if error.errno == EADDRNOTAVAIL:
            raise SettingsError(
                f"--host {host}: this machine has no such address. Name one of its addresses, or "
                "listen on all with --bind_all."
            ) from error
        raise SettingsError(
            f"Cannot listen on {host or 'this machine'}, port {port}: {error.strerror}."
        ) from error
