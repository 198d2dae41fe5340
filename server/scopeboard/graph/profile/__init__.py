"""Statistics from RunMetadata: compute time and memory of ops and scopes.

In: RunMetadata records.
Out: statistics per op, summed per scope; hot spots.
Public: `catalog.LoggedStatistics`, `scope_statistics`, `hot_spots`.
"""
