"""Resources with logged values: histograms, media, text, tensors, curves, embeddings.

In: the store and the parameters of a request.
Out: JSON, binary columns or the logged bytes.
Public: one router per module.
"""
