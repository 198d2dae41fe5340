"""Models as TensorFlow's tutorials of 2016 and 2017 have them, in our own words."""

from pathlib import Path

import tensorflow.compat.v1 as tf

from programs.training_graphs.event_log import write_event_file

WORDS, WIDTH = 50_000, 128
PTB_WORDS, PTB_SIZE, PTB_STEPS, PTB_BATCH = 10_000, 650, 35, 20
TOWERS = 4


def word2vec(folder: Path) -> None:
    """Skip-gram with noise-contrastive estimation and the nearest words of a validation set."""
    tf.disable_v2_behavior()
    with tf.Graph().as_default() as graph:
        with tf.name_scope("inputs"):
            centres = tf.placeholder(tf.int32, [128])
            contexts = tf.placeholder(tf.int32, [128, 1])
            valid = tf.constant(list(range(16)), tf.int32)
        with tf.device("/cpu:0"):
            with tf.name_scope("embeddings"):
                embeddings = tf.Variable(tf.random_uniform([WORDS, WIDTH], -1.0, 1.0))
                embedded = tf.nn.embedding_lookup(embeddings, centres)
            with tf.name_scope("weights"):
                weights = tf.Variable(tf.truncated_normal([WORDS, WIDTH], stddev=WIDTH**-0.5))
            with tf.name_scope("biases"):
                biases = tf.Variable(tf.zeros([WORDS]))
        with tf.name_scope("loss"):
            sampled = tf.nn.nce_loss(weights, biases, contexts, embedded, 64, WORDS)
            loss = tf.reduce_mean(sampled)
        tf.summary.scalar("loss", loss)
        with tf.name_scope("optimizer"):
            tf.train.GradientDescentOptimizer(1.0).minimize(loss)
        norm = tf.sqrt(tf.reduce_sum(tf.square(embeddings), 1, keepdims=True))
        normalized = embeddings / norm
        nearest = tf.nn.embedding_lookup(normalized, valid)
        tf.matmul(nearest, normalized, transpose_b=True)
    write_event_file(folder, graph)


def ptb_lstm(folder: Path) -> None:
    """The language model of the Penn Treebank: Train, Valid and Test share their variables."""
    tf.disable_v2_behavior()
    with tf.Graph().as_default() as graph:
        start = tf.random_uniform_initializer(-0.05, 0.05)
        for name, reuse in (("Train", None), ("Valid", True), ("Test", True)):
            with tf.name_scope(name), tf.variable_scope("Model", reuse=reuse, initializer=start):
                cost = _language_model(name, is_training=name == "Train")
            tf.summary.scalar(f"{name} Loss", cost)
    write_event_file(folder, graph)


def _language_model(name: str, *, is_training: bool) -> tf.Tensor:
    """Build one of the three models; return its cost."""
    words, targets = _ptb_words(name)
    with tf.device("/cpu:0"):
        embedding = tf.get_variable("embedding", [PTB_WORDS, PTB_SIZE])
        inputs = tf.nn.embedding_lookup(embedding, words)
    if is_training:
        inputs = tf.nn.dropout(inputs, 0.5)
    cells = [tf.nn.rnn_cell.BasicLSTMCell(PTB_SIZE, forget_bias=0.0) for _ in range(2)]
    if is_training:
        cells = [tf.nn.rnn_cell.DropoutWrapper(cell, output_keep_prob=0.5) for cell in cells]
    cell = tf.nn.rnn_cell.MultiRNNCell(cells)
    state, outputs = cell.zero_state(PTB_BATCH, tf.float32), []
    with tf.variable_scope("RNN"):
        for step in range(PTB_STEPS):
            if step > 0:
                tf.get_variable_scope().reuse_variables()
            output, state = cell(inputs[:, step, :], state)
            outputs.append(output)
    joined = tf.reshape(tf.concat(outputs, 1), [-1, PTB_SIZE])
    weights = tf.get_variable("softmax_w", [PTB_SIZE, PTB_WORDS])
    logits = tf.nn.xw_plus_b(joined, weights, tf.get_variable("softmax_b", [PTB_WORDS]))
    flat = tf.reshape(targets, [-1])
    losses = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=flat, logits=logits)
    cost = tf.reduce_sum(losses) / PTB_BATCH
    if is_training:
        _train_clipped(cost)
    return cost


def _ptb_words(name: str) -> tuple[tf.Tensor, tf.Tensor]:
    with tf.name_scope(f"{name}Input"):
        data = tf.zeros([PTB_BATCH, 1000], tf.int32, name="raw_data")
        at = tf.train.range_input_producer(28, shuffle=False).dequeue() * PTB_STEPS
        words = tf.strided_slice(data, [0, at], [PTB_BATCH, at + PTB_STEPS])
        targets = tf.strided_slice(data, [0, at + 1], [PTB_BATCH, at + 1 + PTB_STEPS])
        words.set_shape([PTB_BATCH, PTB_STEPS])
        targets.set_shape([PTB_BATCH, PTB_STEPS])
        return words, targets


def _train_clipped(cost: tf.Tensor) -> None:
    rate = tf.Variable(0.0, trainable=False)
    variables = tf.trainable_variables()
    gradients, _ = tf.clip_by_global_norm(tf.gradients(cost, variables), 5)
    step = tf.train.get_or_create_global_step()
    pairs = zip(gradients, variables, strict=True)
    tf.train.GradientDescentOptimizer(rate).apply_gradients(pairs, global_step=step)
    tf.assign(rate, tf.placeholder(tf.float32, [], name="new_learning_rate"), name="lr_update")
    tf.summary.scalar("Learning Rate", rate)


def cifar10_towers(folder: Path) -> None:
    """The CIFAR-10 network on four GPUs: towers, averaged gradients, moving averages."""
    tf.disable_v2_behavior()
    with tf.Graph().as_default() as graph, tf.device("/cpu:0"):
        step = tf.train.get_or_create_global_step()
        rate = tf.train.exponential_decay(0.1, step, 136_718, 0.1, staircase=True)
        optimizer = tf.train.GradientDescentOptimizer(rate)
        images, labels = _cifar10_batch()
        queue = tf.data.Dataset.zip(
            (tf.data.Dataset.from_tensors(images), tf.data.Dataset.from_tensors(labels))
        )
        batches = tf.data.make_initializable_iterator(queue.repeat())
        towers = []
        with tf.variable_scope(tf.get_variable_scope()):
            for gpu in range(TOWERS):
                with tf.device(f"/gpu:{gpu}"), tf.name_scope(f"tower_{gpu}") as scope:
                    images, labels = batches.get_next()
                    loss = _cifar10_loss(images, labels, scope)
                    tf.get_variable_scope().reuse_variables()
                    towers.append(optimizer.compute_gradients(loss))
        averaged = [_average(pairs) for pairs in zip(*towers, strict=True)]
        tf.summary.scalar("learning_rate", rate)
        for gradient, variable in averaged:
            tf.summary.histogram(f"{variable.op.name}/gradients", gradient)
            tf.summary.histogram(variable.op.name, variable)
        applied = optimizer.apply_gradients(averaged, global_step=step)
        average = tf.train.ExponentialMovingAverage(0.9999, step)
        tf.group(applied, average.apply(tf.trainable_variables()))
    write_event_file(folder, graph)


def _cifar10_batch() -> tuple[tf.Tensor, tf.Tensor]:
    with tf.name_scope("data_augmentation"):
        image = tf.random_crop(tf.zeros([32, 32, 3]), [24, 24, 3])
        image = tf.image.random_flip_left_right(image)
        image = tf.image.random_contrast(tf.image.random_brightness(image, 63), 0.2, 1.8)
        image = tf.image.per_image_standardization(image)
    label = tf.zeros([], tf.int32)
    images, labels = tf.train.shuffle_batch([image, label], 128, 20_384, 20_000, num_threads=16)
    return images, labels


def _cifar10_loss(images: tf.Tensor, labels: tf.Tensor, scope: str) -> tf.Tensor:
    """Build the network of one tower; return its loss."""
    images.set_shape([128, 24, 24, 3])
    pooled = images
    for name, channels in (("conv1", 3), ("conv2", 64)):
        with tf.variable_scope(name) as inside:
            kernel = _variable("weights", [5, 5, channels, 64], 5e-2, 0.0)
            convolved = tf.nn.conv2d(pooled, kernel, [1, 1, 1, 1], padding="SAME")
            biased = tf.nn.bias_add(convolved, _variable("biases", [64], 0.1, 0.0))
            active = tf.nn.relu(biased, name=inside.name)
            _activation_summary(active)
        pooled = tf.nn.max_pool(active, [1, 3, 3, 1], [1, 2, 2, 1], "SAME", name=f"pool_{name}")
        pooled = tf.nn.lrn(pooled, 4, bias=1.0, alpha=0.001 / 9.0, beta=0.75, name=f"norm_{name}")
    hidden = tf.reshape(pooled, [128, -1])
    for name, inputs, outputs in (("local3", hidden.shape[1], 384), ("local4", 384, 192)):
        with tf.variable_scope(name) as inside:
            weights = _variable("weights", [inputs, outputs], 0.04, 0.004)
            biases = _variable("biases", [outputs], 0.1, 0.0)
            hidden = tf.nn.relu(tf.matmul(hidden, weights) + biases, name=inside.name)
            _activation_summary(hidden)
    with tf.variable_scope("softmax_linear"):
        weights = _variable("weights", [192, 10], 1 / 192.0, 0.0)
        logits = tf.add(tf.matmul(hidden, weights), _variable("biases", [10], 0.0, 0.0))
    losses = tf.nn.sparse_softmax_cross_entropy_with_logits(
        labels=labels, logits=logits, name="cross_entropy_per_example"
    )
    tf.add_to_collection("losses", tf.reduce_mean(losses, name="cross_entropy"))
    total: tf.Tensor = tf.add_n(tf.get_collection("losses", scope), name="total_loss")
    return total


def _variable(name: str, shape: list[int], deviation: float, decay: float) -> tf.Variable:
    with tf.device("/cpu:0"):
        start = tf.truncated_normal_initializer(stddev=deviation)
        variable: tf.Variable = tf.get_variable(name, shape, initializer=start)
    if decay:
        loss = tf.multiply(tf.nn.l2_loss(variable), decay, name="weight_loss")
        tf.add_to_collection("losses", loss)
    return variable


def _activation_summary(active: tf.Tensor) -> None:
    tf.summary.histogram(f"{active.op.name}/activations", active)
    tf.summary.scalar(f"{active.op.name}/sparsity", tf.nn.zero_fraction(active))


def _average(pairs: tuple[tuple[tf.Tensor, tf.Variable], ...]) -> tuple[tf.Tensor, tf.Variable]:
    joined = tf.concat([tf.expand_dims(gradient, 0) for gradient, _ in pairs], axis=0)
    return tf.reduce_mean(joined, 0), pairs[0][1]
