"""What the first screen asks: plain functions and streams that load no FastAPI.

In: the store.
Out: bodies for status, runs, tags, scalars and the change stream.
Public: `status`, `live_status`, `runs`, `tags`, `scalars`, `changes`.
"""
