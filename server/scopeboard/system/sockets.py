"""Listening sockets that no other program can share by accident.

With `SO_REUSEADDR`, a restarted server gets its port at once on Linux and macOS. On Windows it lets
any program use a port that is in use, and without `SO_EXCLUSIVEADDRUSE` a program may use a port on
one address while another program has it on all.
"""

import errno
import socket
from typing import Any, Final

CAN_SHARE_PORTS: Final = hasattr(socket, "SO_REUSEPORT")


def listening_socket(
    address: tuple[str, int],
    family: socket.AddressFamily,
    *,
    backlog: int,
    reuse_port: bool = False,
    dualstack_ipv6: bool = False,
) -> socket.socket:
    """Return a socket that listens at `address` (host and port).

    Args:
        address: of the socket.
        family: of the address.
        backlog: the number of connections that may wait to be accepted.
        reuse_port: share the port with programs that do the same; see `CAN_SHARE_PORTS`.
        dualstack_ipv6: accept connections by IPv4, too.

    Raises:
        OSError: the port is in use, or the address is not of this machine.
    """
    exclusive: Any = getattr(socket, "SO_EXCLUSIVEADDRUSE", None)
    if exclusive is None:
        return socket.create_server(
            address,
            family=family,
            backlog=backlog,
            reuse_port=reuse_port,
            dualstack_ipv6=dualstack_ipv6,
        )
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, exclusive, 1)
        if family == socket.AF_INET6:
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, int(not dualstack_ipv6))
        listener.bind(address)
        listener.listen(backlog)
    except OSError:
        listener.close()
        raise
    return listener


def is_port_taken(error: OSError) -> bool:
    """Return whether a socket could not listen because its port is not free.

    With an exclusive socket, Windows denies access to a port that another program has on another
    address, and to ports that the system has reserved.
    """
    is_denied = error.errno == errno.EACCES and hasattr(socket, "SO_EXCLUSIVEADDRUSE")
    return error.errno == errno.EADDRINUSE or is_denied
