"""Image models of `tf-object-detection` (slim), `magenta` and `tensorflow-gan`."""

import inspect
from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace

import tensorflow.compat.v1 as tf
import tf_slim as slim

from programs.training_graphs.event_log import write_event_file
from programs.training_graphs.tensorflow_one import skip_package_init, use_tensorflow_one

BATCH, CLASSES = 32, 1001
GPUS = 2
STYLES = 32


def _photos(size: int, classes: int) -> tuple[tf.Tensor, tf.Tensor]:
    """Return a batch of images and labels from a queue of files, as slim's input has them."""
    with tf.name_scope("input"):
        names = tf.train.string_input_producer(["train-00000-of-01024"], name="filenames")
        _, record = tf.TFRecordReader().read(names)
        keys = {
            "image/encoded": tf.FixedLenFeature([], tf.string),
            "image/class/label": tf.FixedLenFeature([], tf.int64),
        }
        example = tf.parse_single_example(record, keys)
        decoded = tf.image.decode_jpeg(example["image/encoded"], channels=3)
        image = tf.image.resize_bilinear([tf.to_float(decoded)], [size, size])[0]
        image = tf.image.random_flip_left_right(tf.reshape(image, [size, size, 3])) / 127.5 - 1.0
        images, labels = tf.train.batch(
            [image, example["image/class/label"]], batch_size=BATCH, num_threads=4, capacity=160
        )
        queued: Sequence[tf.Tensor] = tf.train.slice_input_producer([images, labels], shuffle=False)
        del queued
        return images, slim.one_hot_encoding(labels, classes)


def inception_v3_clones(folder: Path) -> None:
    """Inception v3 on two GPUs, as slim's `train_image_classifier` deploys it."""
    use_tensorflow_one()
    from deployment import model_deploy  # noqa: PLC0415 - reads tensorflow.contrib
    from nets import inception  # noqa: PLC0415

    with tf.Graph().as_default() as graph:
        config = model_deploy.DeploymentConfig(num_clones=GPUS)
        with tf.device(config.variables_device()):
            step = tf.train.create_global_step()
        with tf.device(config.inputs_device()):
            images, labels = _photos(299, CLASSES)

        def clone(images: tf.Tensor, labels: tf.Tensor) -> tf.Tensor:
            with slim.arg_scope(inception.inception_v3_arg_scope()):
                logits, ends = inception.inception_v3(images, CLASSES, is_training=True)
            tf.losses.softmax_cross_entropy(
                labels, ends["AuxLogits"], weights=0.4, scope="aux_loss"
            )
            tf.losses.softmax_cross_entropy(labels, logits, label_smoothing=0.1, weights=1.0)
            for name, end in ends.items():
                tf.summary.histogram(f"activations/{name}", end)
                tf.summary.scalar(f"sparsity/{name}", tf.nn.zero_fraction(end))
            return logits

        clones = model_deploy.create_clones(config, clone, [images, labels])
        updates = tf.get_collection(tf.GraphKeys.UPDATE_OPS, clones[0].scope)
        average = tf.train.ExponentialMovingAverage(0.9999, step)
        with tf.device(config.optimizer_device()):
            rate = tf.train.exponential_decay(
                0.01, step, 80_000, 0.94, staircase=True, name="exponential_decay_learning_rate"
            )
            optimizer = tf.train.RMSPropOptimizer(rate, decay=0.9, momentum=0.9, epsilon=1.0)
            tf.summary.scalar("learning_rate", rate)
        total, gradients = model_deploy.optimize_clones(clones, optimizer)
        tf.summary.scalar("total_loss", total)
        updates.append(average.apply(slim.get_model_variables()))
        updates.append(optimizer.apply_gradients(gradients, global_step=step))
        with tf.control_dependencies([tf.group(*updates)]):
            tf.identity(total, name="train_op")
        for variable in slim.get_model_variables():
            tf.summary.histogram(variable.op.name, variable)
    write_event_file(folder, graph)


def mobilenet_v1(folder: Path) -> None:
    """MobileNet v1, as its own training program of slim builds it."""
    use_tensorflow_one()
    from nets import mobilenet_v1 as net  # noqa: PLC0415

    with tf.Graph().as_default() as graph:
        images, labels = _photos(224, CLASSES)
        with slim.arg_scope(net.mobilenet_v1_arg_scope(is_training=True)):
            logits, _ = net.mobilenet_v1(images, num_classes=CLASSES, is_training=True)
        tf.losses.softmax_cross_entropy(labels, logits)
        loss = tf.losses.get_total_loss(name="total_loss")
        rate = tf.train.exponential_decay(
            0.045, tf.train.get_or_create_global_step(), 49_000, 0.94, staircase=True
        )
        slim.learning.create_train_op(loss, optimizer=tf.train.GradientDescentOptimizer(rate))
        slim.summaries.add_scalar_summary(loss, "total_loss", "losses")
        slim.summaries.add_scalar_summary(rate, "learning_rate", "training")
    write_event_file(folder, graph)


def style_transfer(folder: Path) -> None:
    """Magenta's image stylization: a network that draws, and VGG-16 that judges it twice."""
    tf.disable_v2_behavior()
    skip_package_init("magenta")
    from magenta.models.image_stylization import learning, model  # noqa: PLC0415

    content = {"vgg_16/conv3": 1.0}
    style = dict.fromkeys([f"vgg_16/conv{n}" for n in (1, 2, 3, 4)], 1e-4)
    with tf.Graph().as_default() as graph:
        images, _ = _photos(256, CLASSES)
        labels = tf.random_uniform([BATCH], maxval=STYLES, dtype=tf.int32, name="style_labels")
        depths = {f"vgg_16/conv{n}": 2 ** (5 + n) for n in (1, 2, 3, 4)}
        grams = {
            name: tf.gather(tf.zeros([STYLES, depth, depth]), labels)
            for name, depth in depths.items()
        }
        keys = {"labels": labels, "num_categories": STYLES, "center": True, "scale": True}
        drawn = model.transform(images, normalizer_params=keys)
        loss, parts = learning.total_loss(images, drawn, grams, content, style)
        for name, part in parts.items():
            tf.summary.scalar(name, part)
        tf.summary.image("image/0_inputs", images, 3)
        tf.summary.image("image/2_styled_inputs", drawn, 3)
        slim.learning.create_train_op(loss, tf.train.AdamOptimizer(1e-5), clip_gradient_norm=0)
    write_event_file(folder, graph)


def mnist_gan(folder: Path) -> None:
    """A GAN of digits, as the example of TF-GAN trains it."""
    tf.disable_v2_behavior()
    _restore_getargspec()
    import tensorflow_gan as tfgan  # noqa: PLC0415
    from tensorflow_gan.examples.mnist import networks  # noqa: PLC0415

    with tf.Graph().as_default() as graph:
        with tf.name_scope("inputs"):
            images = tf.placeholder(tf.float32, [BATCH, 28, 28, 1])
        model = tfgan.gan_model(
            generator_fn=networks.unconditional_generator,
            discriminator_fn=networks.unconditional_discriminator,
            real_data=images,
            generator_inputs=tf.random.normal([BATCH, 64]),
        )
        tfgan.eval.add_gan_model_image_summaries(model, 4)
        loss = tfgan.gan_loss(model, gradient_penalty_weight=1.0, add_summaries=True)
        with tf.name_scope("train"):
            tfgan.gan_train_ops(
                model,
                loss,
                generator_optimizer=tf.train.AdamOptimizer(1e-3, 0.5),
                discriminator_optimizer=tf.train.AdamOptimizer(1e-4, 0.5),
                summarize_gradients=True,
            )
    write_event_file(folder, graph)


def _restore_getargspec() -> None:
    """Give TF-GAN the function of `inspect` that Python 3.11 took away."""

    def getargspec(function: Callable[..., object]) -> SimpleNamespace:
        found = inspect.getfullargspec(function)
        return SimpleNamespace(args=found.args, keywords=found.varkw, defaults=found.defaults)

    vars(inspect)["getargspec"] = getargspec
