"""A disk without room, as a process meets it."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest

CAN_FILL = False
"""Whether this system limits the size of files; Windows does not."""

if sys.platform != "win32":
    with suppress(ModuleNotFoundError):
        import resource

        CAN_FILL = True


@contextmanager
def full_disk(room: int = 0) -> Iterator[None]:
    """Let no file of this process grow beyond `room` bytes; skip the test where that cannot be."""
    if sys.platform == "win32" or not CAN_FILL:
        pytest.skip("this system does not limit the size of files")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
