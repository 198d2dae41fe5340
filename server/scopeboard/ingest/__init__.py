"""Files, processes, threads and clocks: from a log directory to blocks in the store.

The stages: `discover` walks the directory, `watch` says which files may hold something new,
`backlog` which portion of which is read next, `readers` read it (`file_reader`, here or in the
`worker` processes of a `crew`), and `loader` hands what they bring to the store. `follow` keeps
doing so until it is stopped, at the `pace` of what changes.
"""
