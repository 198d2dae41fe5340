"""TensorFlow's checkpoints, read without TensorFlow.

In: the files `PREFIX.index` and `PREFIX.data-…` that a saver wrote, and the file `checkpoint`.
Out: the tables of numbers in a checkpoint, and their rows.
Public: `newest` finds the checkpoint of a directory, `bundle` reads one. `sorted_table` and
`slice_key` are the format of the index.
"""
