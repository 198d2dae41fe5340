"""HLO modules of XLA: their computations as one GraphDef, by the program or as compiled.

In: a window on the bytes of a module.
Out: a GraphDef, its faults, and the properties of the module.
Public: `convert.convert_hlo`, `find_modules`, `op_types`.
"""
