"""Messages between the server and its workers: pickles over pipes, each after its length.

Both ends are this program, and the pipes are anonymous: no other program can write to them.
"""

import pickle
import struct
from typing import IO, Any, Final

_LENGTH: Final = struct.Struct("<Q")


def send(pipe: IO[bytes], message: object) -> None:
    """Write a message.

    Raises:
        OSError: the other end is closed.
    """
    data = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    pipe.write(_LENGTH.pack(len(data)))
    pipe.write(data)
    pipe.flush()


def receive(pipe: IO[bytes]) -> Any:  # noqa: ANN401 - both ends know the types of messages
    """Wait for a message and return it.

    Raises:
        EOFError: the other end is closed.
    """
    (length,) = _LENGTH.unpack(_read(pipe, _LENGTH.size))
    return pickle.loads(_read(pipe, length))  # noqa: S301 - see the module


def _read(pipe: IO[bytes], length: int) -> bytes:
    data = pipe.read(length)
    if len(data) < length:
        raise EOFError
    return data
