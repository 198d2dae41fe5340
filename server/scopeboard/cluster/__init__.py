"""A Dask cluster reads event files and writes segments for `dashboard index --scheduler`.

In: jobs of the loader, orders for segments.
Out: results of jobs, whose points are in parts of the index; segments.
Public: `connection.Cluster`.

Tasks are functions of plain values (`tasks`). Each may run twice, or on two workers at once: it
writes objects that nothing names until the client has its result, so only one result counts.
"""
