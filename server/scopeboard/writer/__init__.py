"""Event files written from Python, with the methods of PyTorch's `SummaryWriter`.

In: numbers, arrays and tensors of any library, which are neither imported nor needed.
Out: event files that TensorBoard and the dashboard read, and the files of embeddings.
Public: `summary_writer.SummaryWriter`.

A call checks its arguments and copies arrays. A thread encodes and writes: `event_queue` has the
queue between them, `event_file` the files.
"""
