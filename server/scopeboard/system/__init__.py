"""What differs between operating systems, each difference behind one function.

Linux and macOS have calls that Windows lacks: reads and writes at an offset, `flock`, descriptors
of directories, `fork`, `nice`. Each module uses the call if the interpreter has it, and otherwise
an alternative that every system has. Code outside this package does not depend on the system.
"""
