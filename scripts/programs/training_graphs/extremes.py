"""Graphs at the edge of what is drawn: one op, one scope, equal towers, names without scopes."""

from pathlib import Path

import tensorflow.compat.v1 as tf

from programs.training_graphs.event_log import write_event_file

TOWERS, HEADS = 100, 60
BLOCKS, LAYERS = 6, 4


def one_op(folder: Path) -> None:
    """A placeholder and nothing else."""
    with tf.Graph().as_default() as graph:
        tf.placeholder(tf.float32, [None, 784], name="images")
        tf.summary.FileWriter(str(folder), graph).close()


def hundred_towers(folder: Path) -> None:
    """A hundred equal towers over one input, summed."""
    tf.disable_v2_behavior()
    with tf.Graph().as_default() as graph:
        images = tf.placeholder(tf.float32, [None, 64], name="images")
        towers = []
        for tower in range(TOWERS):
            with tf.variable_scope(f"tower_{tower}"):
                hidden = tf.layers.dense(images, 32, tf.nn.relu, name="hidden")
                towers.append(tf.layers.dense(hidden, 10, name="logits"))
        logits = tf.add_n(towers, name="ensemble")
        _train(logits)
    write_event_file(folder, graph)


def one_scope(folder: Path) -> None:
    """Everything below one scope, which is below another."""
    tf.disable_v2_behavior()
    with tf.Graph().as_default() as graph:
        with tf.variable_scope("experiment"), tf.variable_scope("net"):
            hidden = tf.placeholder(tf.float32, [None, 64], name="images")
            for block in range(BLOCKS):
                with tf.variable_scope(f"block{block}"):
                    for layer in range(LAYERS):
                        hidden = tf.layers.dense(hidden, 64, tf.nn.relu, name=f"dense{layer}")
            _train(tf.layers.dense(hidden, 10, name="logits"))
        tf.no_op(name="done")
    write_event_file(folder, graph)


def flat_names(folder: Path) -> None:
    """Layers without a scope around them; blocks are known by common prefixes alone."""
    tf.disable_v2_behavior()
    with tf.Graph().as_default() as graph:
        hidden = tf.placeholder(tf.float32, [None, 32, 32, 16], name="input_1")
        for block in range(BLOCKS):
            shortcut = hidden
            for layer in range(LAYERS):
                name = f"conv{block + 2}_block{layer + 1}"
                hidden = tf.layers.conv2d(hidden, 16, 3, padding="same", name=f"{name}_conv")
                hidden = tf.layers.batch_normalization(hidden, training=True, name=f"{name}_bn")
                hidden = tf.nn.relu(hidden, name=f"{name}_relu")
            hidden = tf.add(hidden, shortcut, name=f"conv{block + 2}_add")
        pooled = tf.reduce_mean(hidden, [1, 2], name="avg_pool")
        _train(tf.layers.dense(pooled, 10, name="predictions"))
    write_event_file(folder, graph)


def wide_shallow(folder: Path) -> None:
    """Sixty tasks with names of their own on one shared layer, each with a loss."""
    tf.disable_v2_behavior()
    words = ("alpha", "beta", "gamma", "delta", "kappa", "omega")
    with tf.Graph().as_default() as graph:
        images = tf.placeholder(tf.float32, [None, 128], name="features")
        shared = tf.layers.dense(images, 64, tf.nn.relu, name="shared")
        losses = []
        for head in range(HEADS):
            with tf.variable_scope(f"{words[head % 6]}{words[head // 6 % 6]}{'x' * (head // 36)}"):
                logit = tf.layers.dense(shared, 1, name="logit")
                losses.append(tf.reduce_mean(tf.nn.softplus(logit), name="loss"))
        total = tf.add_n(losses, name="total_loss")
        tf.train.AdamOptimizer().minimize(total)
        tf.summary.scalar("loss", total)
    write_event_file(folder, graph)


def _train(logits: tf.Tensor) -> None:
    with tf.name_scope("loss"):
        labels = tf.placeholder(tf.int64, [None], name="labels")
        losses = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits)
        loss = tf.reduce_mean(losses)
    tf.summary.scalar("loss", loss)
    tf.train.AdamOptimizer().minimize(loss)
