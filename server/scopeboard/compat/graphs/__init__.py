"""TensorBoard's graphs plugin.

In: the graph catalog.
Out: GraphDefs and run metadata as pbtxt.
Public: `graph_routes.graph_routes`.
"""
