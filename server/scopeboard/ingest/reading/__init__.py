"""Read one job: portions of files into a buffer, decoded into batches.

In: a job. Out: its result, the batches of each file and how far each was read.
Public: `reader.FileReader`, `portion`.
"""
