"""Records one by one: events to rows of a batch.

In: records.
Out: a `Batch` of columns.
Public: `decoder.EventDecoder`, `batch.Batch`, `logged_value.decoded`.
"""
