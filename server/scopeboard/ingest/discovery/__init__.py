"""Which files there are, and which of them may have grown.

In: a log directory.
Out: runs with their event files, graph files, profiles.
Public: `watch.Watch`, `discover`, `removal`.
"""
