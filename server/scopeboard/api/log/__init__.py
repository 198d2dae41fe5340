"""Resources that describe the log: runs, tags, scalars, steps, warnings.

In: the store and the parameters of a request.
Out: JSON or binary columns.
Public: one router per module.
"""
