"""What conversions to a GraphDef share: nodes as bytes, names, types, source lines, properties.

In: names, types and attributes.
Out: encoded NodeDefs and functions, unique names.
Public: `node_bytes`, `function_bytes`, `op_names`, `output_types`, `properties`, `source_lines`.
"""
