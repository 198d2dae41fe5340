"""TensorBoard's plugins with series: scalars, time series, histograms, curves, text.

In: the log reader.
Out: their JSON and CSV.
Public: one `…_routes` per module.
"""
