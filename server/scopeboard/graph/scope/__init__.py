"""One scope as drawn: its nodes and edges, split into main and auxiliary graph.

In: a prepared graph, a scope's name, the viewer's rules.
Out: a `Scope` answer, whole or in pages.
Public: `build.build_scope`, `build_many.build_scopes`, `answer`.
"""
