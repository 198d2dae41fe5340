"""Faults of an object store while logs are read from it: what is read is what was written.

`mirrored_log` is a log here and in S3 on this machine, with a reader of the latter; `faults` is
what happens to it, `polls` what it costs without any, `outputs` what programs print meanwhile.
"""
