"""HTTP parts that all of TensorBoard's routes share.

In: requests with query parameters or forms.
Out: JSON bodies, plain-text errors, sampled series.
Public: all modules, to `compat`.
"""
