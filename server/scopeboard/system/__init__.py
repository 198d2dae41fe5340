"""What differs between operating systems, each difference behind one function.

Linux and macOS have calls that Windows lacks: reads and writes at an offset, `flock`, descriptors
of directories, `fork`, `nice`. Each module here uses such a call where the interpreter has it and
otherwise something that every system has. Nothing outside this package asks which system it is.
"""
