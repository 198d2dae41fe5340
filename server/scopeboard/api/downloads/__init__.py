"""Downloads of whole tabs as files.

In: the store and the parameters of a request.
Out: CSV, JSON, Parquet, Arrow and ZIP, streamed.
Public: `scalars.export_router`, `values.value_export_router`.
"""
