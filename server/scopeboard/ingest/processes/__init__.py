"""Processes: fork with a bound, messages over pipes.

In: a function or a message.
Out: its result, or the end of the process.
Public: `fork.fork`, `pipe.send`, `pipe.receive`.
"""
