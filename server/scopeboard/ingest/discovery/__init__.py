"""Find runs and their event files, and the files that may have new data.

In: a log directory. Out: ids of files with new data; graph files, videos,
profiles and warnings of paths.
Public: `watch.Watch`, `discover`, `removal`.
"""
