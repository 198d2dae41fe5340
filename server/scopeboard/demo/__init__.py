"""The demo: a small network trained in NumPy, logged as any program would log it.

digits → network (tracer, kernels, gradients) → session → summaries → event files → cache
"""

from scopeboard.demo.cache import find_or_make_demo

__all__ = ["find_or_make_demo"]
