"""From a log directory to the store: files, processes, threads and clocks.

In: a log directory. Out: blocks in a store, and its progress.
Public: `thread.IngestThread`, `loader.Loader`, `limits`, `heartbeat`, `discovery.removal`.

The stages: `discovery` finds files with new data, `scheduling` orders them into jobs, `reading`
reads a job, `workers` run readers in parallel. The loader connects them; the thread repeats that at
the intervals of `poll_schedule`.
"""
