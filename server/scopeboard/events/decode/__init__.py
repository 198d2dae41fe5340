"""Records one by one: events to rows of a batch.

In: records. Out: a `Batch` of columns for each session.
Public: `decoder.EventDecoder`, `batch.Batch`, `logged_value.decoded`.
"""
