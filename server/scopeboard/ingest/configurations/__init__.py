"""Read the configurations of runs: files beside event files, and texts such as `args`.

In: tracked runs with the names of such files, and the texts in the store. Out: configurations in
the store. A little is read each time, between jobs, so that the reading of logs is not held up.
Public: `reader.ConfigurationReader`.
"""
