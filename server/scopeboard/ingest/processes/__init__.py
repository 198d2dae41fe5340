"""Child processes: forks, and messages over pipes.

In: a function, or messages. Out: a process that can be ended, or the messages of the other end.
Public: `fork.fork`, `pipe.send`, `pipe.receive`.
"""
