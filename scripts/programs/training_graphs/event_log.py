"""The event file of a training run: its graph, its MetaGraph and a few losses."""

from pathlib import Path

import tensorflow.compat.v1 as tf


def write_event_file(folder: Path, graph: tf.Graph, steps: int = 20) -> None:
    """Write a graph with what a monitored session adds: savers, initializers, merged summaries."""
    with graph.as_default():
        tf.train.get_or_create_global_step()
        tf.train.Scaffold().finalize()
    writer = tf.summary.FileWriter(str(folder), graph)
    for step in range(steps):
        loss = tf.Summary.Value(tag="loss", simple_value=1.0 / (1 + step))
        writer.add_summary(tf.Summary(value=[loss]), step)
    writer.close()
