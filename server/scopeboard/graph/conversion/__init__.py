"""What conversions to a GraphDef share: nodes as bytes, names of ops, types, source lines.

In: names, types and attributes.
Out: encoded NodeDefs and functions, unique names.
Public: `node_bytes`, `function_bytes`, `op_names`, `output_types`, `source_lines`.
"""
