"""Read one job: portions of files into a buffer, scanned and encoded.

In: a job.
Out: blocks in a segment, and how far each file was read.
Public: `reader.FileReader`, `portion`.
"""
