"""What viewers did: names, colours, notes, views, choices of the graph; one file per log directory.

It is kept apart from the log, which is never written to, and apart from the index, which can be
made again. `state_place` says where the file is, `state_file` reads and writes it.
"""
