"""A simulation of a large deployment: of readers, indexers, workers, an object store and viewers.

`events` is the loop, `stations` what processes wait for. `readers` and `indexing` describe the
program with them, by service times (`services`), which `measure` and `measure_indexing` take from
the real one. `real_runs` is what the simulation is compared with; real and simulated viewers do the
same (`workload`). `predictions` applies it to sizes that no machine here has, by `prices` of S3.
"""
