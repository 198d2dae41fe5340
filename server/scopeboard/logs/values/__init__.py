"""Values that stay in event files: histograms, images, audio, texts and curves.

In: a view of the log.
Out: sequences of values that are read when they are used.
Public: the functions of `find`, and the classes of values.
"""
