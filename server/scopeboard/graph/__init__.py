"""The graph engine: GraphDef bytes to answers about one scope, one node, one search at a time.

*Sources.* `catalog` lists the graphs of `source`: event files, graph files and uploads. Text and
Keras models are converted to GraphDefs. `catalog.open_graphs` caches graphs in memory,
`prepared.graph_cache` across restarts.

*Parsing.* `graphdef.message_index` finds the nodes and functions in the bytes, `nodes` slices
them into names, inputs and attributes, and `parser` makes columns of them, the function library
included: the `model.op_graph`. `shapes.inference` adds the shapes that the graph does not state.

*Preparing*, once per graph (`prepared`). `hierarchy.annotations` takes constants and summaries out
of the flow, `tree` makes the tree of name scopes and groups, `metaedges` indexes the edges by
that tree, and `calls` maps ops to the functions that they open into. `costs` and `structure`
compute the costs of its rows and find equal ones.

*Answering.* `paths` finds the row of a name, in function bodies too. `scope.build` answers
for one scope: `view` has its columns in dataflow order, `extraction` the split into
main and auxiliary graph; `build_many` answers for several at once. `query`, `profile` and `export`
answer all other requests.

All stages but the sources, caches and the catalog are pure functions of the bytes.
"""
