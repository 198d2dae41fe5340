"""The demo's log: a small network, trained in NumPy and logged as any program would log it.

digits → network (tracer, kernels, gradients) → session → summaries → event files → archive

Run in the checkout's Python by `scripts/generate demo`.
"""
