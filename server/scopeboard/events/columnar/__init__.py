"""Plain scalar events of equal form in columns, many files at a time.

In: a buffer with spans of many files, and a set of templates. Out: the batches of `decode`, faster.
Public: `scan.scan`, `template_set.TemplateSet`.
"""
