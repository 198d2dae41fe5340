"""Values that stay in event files: histograms, images, audio, texts and curves.

In: series of values.
Out: sequences of values that are read when they are used.
Public: `sequence.Values`, and the classes of values.
"""
