"""Resources that describe the log: an overview, time series, metrics, steps, warnings.

In: the store and the parameters of a request.
Out: JSON or binary columns.
Public: one router per module.
"""
