"""Keras: a model that is fitted, one in a session of version 1, a training loop by hand."""

from pathlib import Path

import numpy as np
import tensorflow as tf

from programs.training_graphs.event_log import write_event_file

WORDS, LENGTH, WIDTH, HEADS = 20_000, 200, 64, 4
CLASSES = 10


def efficientnet_fit(folder: Path) -> None:
    """EfficientNet-B0, fitted with `keras.callbacks.TensorBoard`: its layers and its training."""
    model = tf.keras.applications.EfficientNetB0(
        weights=None, input_shape=(64, 64, 3), classes=CLASSES
    )
    model.compile("adam", "sparse_categorical_crossentropy", metrics=["accuracy"])
    images = np.zeros((8, 64, 64, 3), np.float32)
    logging = tf.keras.callbacks.TensorBoard(str(folder), write_graph=True, profile_batch=0)
    labels = np.arange(8) % CLASSES
    model.fit(images, labels, batch_size=4, verbose=0, callbacks=[logging])
    iterator = iter(tf.data.Dataset.from_tensor_slices((images, labels)).batch(4))
    with tf.summary.create_file_writer(str(folder / "train")).as_default():
        tf.summary.graph(model.make_train_function().get_concrete_function(iterator).graph)


def densenet_session(folder: Path) -> None:
    """DenseNet-121 of Keras in a session: hundreds of layers side by side, names by number."""
    one = tf.compat.v1
    one.disable_v2_behavior()
    with tf.Graph().as_default() as graph:
        model = tf.keras.applications.DenseNet121(weights=None, classes=CLASSES)
        model.compile(one.keras.optimizers.Adam(1e-3), "categorical_crossentropy", ["accuracy"])
        model._make_train_function()  # as `fit` does first: it builds the gradients
    write_event_file(folder, graph)


def transformer_loop(folder: Path) -> None:
    """A transformer for text with a training step of its own, traced once."""
    model = _text_classifier()
    optimizer = tf.keras.optimizers.Adam(1e-3)
    losses = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    mean = tf.keras.metrics.Mean(name="train_loss")

    def train_step(texts: tf.Tensor, labels: tf.Tensor) -> tf.Tensor:
        with tf.GradientTape() as tape:
            logits = model(texts, training=True)
            loss = losses(labels, logits)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables, strict=True))
        mean.update_state(loss)
        return loss

    step = tf.function(train_step)
    writer = tf.summary.create_file_writer(str(folder))
    texts, labels = np.zeros((4, LENGTH), np.int32), np.zeros(4, np.int32)
    optimizer.build(model.trainable_variables)  # in functions that would be traced, too
    tf.summary.trace_on(graph=True)
    loss = step(texts, labels)
    with writer.as_default():
        tf.summary.trace_export("train_step", step=0)
        tf.summary.scalar("loss", loss, step=0)


def _text_classifier() -> tf.keras.Model:
    """Return the model of Keras's example "Text classification with Transformer"."""
    layers = tf.keras.layers
    words = layers.Input((LENGTH,), dtype="int32", name="words")
    places = tf.range(LENGTH)
    embedded = layers.Embedding(WORDS, WIDTH, name="token_embedding")(words)
    embedded = embedded + layers.Embedding(LENGTH, WIDTH, name="position_embedding")(places)
    for block in range(4):
        attention = layers.MultiHeadAttention(HEADS, WIDTH, name=f"block_{block}_attention")
        attended = layers.Dropout(0.1)(attention(embedded, embedded))
        first = layers.LayerNormalization(name=f"block_{block}_norm_1")(embedded + attended)
        hidden = layers.Dense(4 * WIDTH, "relu", name=f"block_{block}_ffn_1")(first)
        hidden = layers.Dense(WIDTH, name=f"block_{block}_ffn_2")(hidden)
        embedded = layers.LayerNormalization(name=f"block_{block}_norm_2")(first + hidden)
    pooled = layers.GlobalAveragePooling1D()(embedded)
    dense = layers.Dense(20, "relu")(layers.Dropout(0.1)(pooled))
    return tf.keras.Model(words, layers.Dense(2, name="logits")(dense), name="transformer")
