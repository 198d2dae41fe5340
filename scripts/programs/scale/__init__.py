"""A simulation of a large deployment: `events` is its loop, `stations` what processes wait for."""
