"""Files, threads and clocks: from a log directory to batches in the store.

The stages: `discover` walks the directory, `event_file` follows one file, `loader` decides what
is read next and hands the batches to the store, `follow` keeps doing so until it is stopped.
"""
