"""Programs of `torch.export`: their graphs and bodies as one GraphDef, weights left in the file.

In: a window on the bytes of an archive.
Out: a GraphDef, its faults, and the properties of the programs.
Public: `convert.convert_archive`, `archive.find_programs`, `op_types`.
"""
