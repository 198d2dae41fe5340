"""What readers see: runs, tags, time series and blobs.

`store` is written by ingest in batches and read by everybody else. Readers never wait for a
writer: columns only ever grow, and what was read stays as it was.
"""
