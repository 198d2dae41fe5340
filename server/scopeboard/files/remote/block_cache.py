"""Blocks of objects that were read at random, within a bound of memory."""

from collections import OrderedDict
from threading import Lock
from typing import Final

BLOCK_BYTES: Final = 1 << 18
"""A request for fewer bytes takes about as long."""

MAX_BYTES: Final = 32 << 20

BlockKey = tuple[str, str, int]
"""The address of an object, its entity tag, and the number of a block."""


class BlockCache:
    """The blocks that were used last. Callers may come from any thread."""

    def __init__(self, max_bytes: int = MAX_BYTES) -> None:
        self._max_bytes = max_bytes
        self._blocks: OrderedDict[BlockKey, bytes] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()

    def find(self, key: BlockKey) -> bytes | None:
        """Return a block, None if it is not held."""
        with self._lock:
            block = self._blocks.get(key)
            if block is not None:
                self._blocks.move_to_end(key)
            return block

    def put(self, key: BlockKey, block: bytes) -> None:
        """Hold a block; drop those that were used longest ago while there are too many bytes."""
        with self._lock:
            before = self._blocks.pop(key, b"")
            self._blocks[key] = block
            self._bytes += len(block) - len(before)
            while self._bytes > self._max_bytes:
                _, dropped = self._blocks.popitem(last=False)
                self._bytes -= len(dropped)

    def clear(self) -> None:
        """Drop all blocks."""
        with self._lock:
            self._blocks.clear()
            self._bytes = 0
