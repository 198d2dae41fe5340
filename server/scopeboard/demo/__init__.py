"""The demo: the recorded log of a small network, unpacked into a cache directory.

`scripts/generate demo` trains the network and records `log.tar.xz`; see decision 0002.
"""

from scopeboard.demo.cache import find_or_unpack_demo

__all__ = ["find_or_unpack_demo"]
