"""Saved state of users: names, colours, notes, views, graph settings; one file per log directory.

The file is separate from the log, which is never written to, and from the index, which can be
rebuilt. `state_path` finds the path of the file, `state_file` reads and writes it. `view` is a view
by its name or link, `shown_runs` the runs that it shows.
"""
