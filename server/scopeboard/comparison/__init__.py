"""Runs side by side: hyper-parameters, metrics, texts and tags of trainings → rows of a table.

In: runs with their trainings, their series and texts. Out: a row for each name, with a value for
each training, and whether they differ.
Public: `table`.
"""
