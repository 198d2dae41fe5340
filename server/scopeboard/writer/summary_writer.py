"""The interface of PyTorch's `SummaryWriter`, without PyTorch and TensorFlow."""

import json
import os
import socket
import time
import weakref
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike

from scopeboard.closing import Closing
from scopeboard.wire.event_pb2 import Event, SessionLog
from scopeboard.wire.summary_pb2 import Summary
from scopeboard.writer.embedding import embedding_of, write_embedding
from scopeboard.writer.event_file import FILE_VERSION, EventFile
from scopeboard.writer.event_queue import SMALL, Encode, EventQueue
from scopeboard.writer.model_graph import KerasModel, ModelFile, graph_of_model, write_model
from scopeboard.writer.numbers import COMPLEX, copied, to_number, to_step
from scopeboard.writer.summaries.audio import audio, one_channel
from scopeboard.writer.summaries.boxes import image_with_boxes
from scopeboard.writer.summaries.chart_layout import MARGIN, MULTILINE, Charts, chart_layout
from scopeboard.writer.summaries.figure import rendered
from scopeboard.writer.summaries.histogram import TENSORFLOW, Bins, histogram, raw_histogram
from scopeboard.writer.summaries.hparams import check_domains, hparam_summaries, hparam_values
from scopeboard.writer.summaries.image import image
from scopeboard.writer.summaries.mesh import mesh, mesh_part
from scopeboard.writer.summaries.pillow import pillow
from scopeboard.writer.summaries.pixels import arranged
from scopeboard.writer.summaries.plugin import string_value
from scopeboard.writer.summaries.pr_curve import curve_table, pr_curve
from scopeboard.writer.summaries.scalar import scalar, tensor_scalar
from scopeboard.writer.summaries.tensor import check_tensor, tensor_summary
from scopeboard.writer.summaries.text import text
from scopeboard.writer.summaries.video import frames_of, video

MAX_QUEUE: Final = 10
FLUSH_SECONDS: Final = 120.0
_SAMPLE_RATE: Final = 44_100
_THRESHOLDS: Final = 127
_MOST_THRESHOLDS: Final = 10_000
_FRAMES_A_SECOND: Final = 4
_KERAS: Final = "graph_keras_model"  # TensorBoard's plugin, which reads the JSON

Tensor = Any
"""A number, a sequence, an array of NumPy, or a tensor of PyTorch, JAX or TensorFlow."""

Step = Any
"""An int, or a number of any library; None is 0."""


class SummaryWriter(Closing):
    """Writes event files of one run, with the methods of `torch.utils.tensorboard.SummaryWriter`.

    A call checks its arguments, copies arrays and returns; a thread encodes and writes. `flush` and
    `close` wait for it, the end of a `with` block and of the program close. The writer may be used
    by several threads. In a forked process, and in one that receives it pickled, it writes event
    files of its own into the same directory.

    Wall times are in seconds since the epoch, by default the time of the call.

    Args:
        log_dir: the directory of the run. By default `runs/` with the date, the name of the host
            and `comment`.
        comment: the end of the default name of the directory.
        purge_step: a training goes on from this step: what an earlier one logged from there on is
            superseded.
        max_queue: so many events are written at once; 1 MiB of values is written before.
        flush_secs: no event waits longer to be written, in seconds.
        filename_suffix: the end of the names of event files.

    Raises:
        OSError: the directory or the file cannot be made.
        ValueError: the directory is the address of a remote store.

    Examples:
        >>> writer = sb.SummaryWriter("written/first")
        >>> for step in range(100):
        ...     writer.add_scalar("loss", 1 / (step + 1), step)
        >>> writer.flush()
        >>> writer.get_logdir(), len(sb.open("written").scalars("loss"))
        ('written/first', 100)
        >>> writer.close()
    """

    def __init__(
        self,
        log_dir: str | os.PathLike[str] | None = None,
        comment: str = "",
        purge_step: int | None = None,
        max_queue: int = MAX_QUEUE,
        flush_secs: float = FLUSH_SECONDS,
        filename_suffix: str = "",
    ) -> None:
        self.log_dir = os.fspath(log_dir) if log_dir else _default_directory(comment)
        if "://" in self.log_dir:
            raise ValueError(f"log_dir is a directory of this machine, not {self.log_dir}")
        self.purge_step = purge_step
        self.max_queue = max_queue
        self.flush_secs = flush_secs
        self.filename_suffix = filename_suffix
        self._queue: EventQueue | None = None
        self._file: EventFile | None = None
        self._stop_queue: weakref.finalize[..., SummaryWriter] | None = None
        self._open()

    def __getstate__(self) -> dict[str, Any]:
        """Return the arguments; events stay with the process that logged them."""
        return {**vars(self), "_queue": None, "_file": None, "_stop_queue": None}

    def get_logdir(self) -> str:
        """Return the directory of the run."""
        return self.log_dir

    def flush(self) -> None:
        """Write all events of earlier calls.

        Raises:
            OSError: not all of them can be written now, for example on a full disk. They are
                retained up to 64 MiB; later ones are lost and counted.
        """
        if self._queue is not None:
            self._queue.flush()

    def close(self) -> None:
        """Write all events and close the files; a later call begins another file.

        Raises:
            OSError: not all of them could be written; the others are lost.
        """
        queue, self._queue, self._file = self._queue, None, None
        if self._stop_queue is not None:
            self._stop_queue.detach()
        if queue is not None:
            queue.close()

    def add_scalar(
        self,
        tag: str,
        scalar_value: Tensor,
        global_step: Step = None,
        walltime: float | None = None,
        new_style: bool = False,
        double_precision: bool = False,
    ) -> None:
        """Add a number, in 32 bits.

        Args:
            tag: its name.
            scalar_value: one element.
            global_step: its step.
            walltime: its wall time.
            new_style: as a tensor, which TensorBoard reads faster.
            double_precision: in 64 bits, together with `new_style`.

        Raises:
            TypeError: it is no real number.
            ValueError: it has several elements.
        """
        number = to_number(scalar_value)
        if new_style:
            self._add(
                partial(tensor_scalar, _name(tag), number, in_64_bits=double_precision),
                global_step,
                walltime,
            )
        else:
            self._add(partial(scalar, _name(tag), number), global_step, walltime)

    def add_scalars(
        self,
        main_tag: str,
        tag_scalar_dict: Mapping[str, Tensor],
        global_step: Step = None,
        walltime: float | None = None,
    ) -> None:
        """Add numbers of one tag, each to a run of its own: `MAIN_TAG_NAME` below this run."""
        walltime = time.time() if walltime is None else walltime
        for name, value in tag_scalar_dict.items():
            number = to_number(value)
            run = f"{self.log_dir}/{_name(main_tag).replace('/', '_')}_{name}"
            queue = self._open()
            file = queue.file_of(run, self.filename_suffix)
            encode = partial(scalar, main_tag, number)
            queue.put(file, partial(_event, encode, to_step(global_step), walltime))

    def add_tensor(
        self,
        tag: str,
        tensor: Tensor,
        global_step: Step = None,
        walltime: float | None = None,
    ) -> None:
        """Add a tensor of any shape and dtype.

        Raises:
            ValueError: it has 2 GiB or more, or no dtype of TensorFlow's.

        Example:
            >>> with sb.SummaryWriter("written/tensors") as writer:
            ...     writer.add_tensor("rotation", np.eye(3), 1)
        """
        array = copied(tensor, COMPLEX)
        check_tensor(array)
        self._add(partial(tensor_summary, _name(tag), array), global_step, walltime, array.nbytes)

    def add_histogram(
        self,
        tag: str,
        values: Tensor,
        global_step: Step = None,
        bins: Bins = TENSORFLOW,
        walltime: float | None = None,
        max_bins: int | None = None,
    ) -> None:
        """Add the histogram of all elements.

        Args:
            tag: its name.
            values: real numbers of any shape.
            global_step: its step.
            bins: `tensorflow`, or what `numpy.histogram` takes.
            walltime: its wall time.
            max_bins: so many buckets at most.

        Raises:
            ValueError: there is no element.
        """
        array = copied(values)
        if not array.size:
            raise ValueError(f"the histogram {tag!r} has no values")
        edges = bins if isinstance(bins, str | int) else copied(bins)
        make = partial(histogram, _name(tag), array, edges, max_bins)
        self._add(make, global_step, walltime, array.nbytes)

    def add_histogram_raw(
        self,
        tag: str,
        min: float,  # noqa: A002 - PyTorch's names
        max: float,  # noqa: A002 - likewise
        num: float,
        sum: float,  # noqa: A002 - likewise
        sum_squares: float,
        bucket_limits: ArrayLike,
        bucket_counts: ArrayLike,
        global_step: Step = None,
        walltime: float | None = None,
    ) -> None:
        """Add a histogram of given buckets; `bucket_limits` are their right edges.

        Raises:
            ValueError: there are not as many limits as counts.

        Example:
            >>> with sb.SummaryWriter("written/raw") as writer:
            ...     writer.add_histogram_raw(
            ...         "weights", 0.1, 0.9, 3, 1.5, 1.07, [0.5, 1], bucket_counts=[2, 1]
            ...     )
        """
        limits, counts = copied(bucket_limits), copied(bucket_counts)
        if limits.shape != counts.shape:
            raise ValueError(f"{limits.size} bucket_limits, but {counts.size} bucket_counts")
        make = partial(
            raw_histogram,
            _name(tag),
            min=to_number(min),
            max=to_number(max),
            num=to_number(num),
            sum=to_number(sum),
            sum_squares=to_number(sum_squares),
            bucket_limits=limits,
            bucket_counts=counts,
        )
        self._add(make, global_step, walltime, limits.nbytes)

    def add_image(
        self,
        tag: str,
        img_tensor: Tensor,
        global_step: Step = None,
        walltime: float | None = None,
        dataformats: str = "CHW",
    ) -> None:
        """Add an image.

        Args:
            tag: its name.
            img_tensor: uint8 of 0 to 255, or other numbers of 0 to 1; 1, 3 or 4 channels.
            global_step: its step.
            walltime: its wall time.
            dataformats: the order of dimensions: CHW, HWC, HW, or NCHW for several images.

        Raises:
            ValueError: the shape does not fit.
        """
        pixels = arranged(copied(img_tensor), dataformats)
        self._add(partial(image, _name(tag), pixels), global_step, walltime, pixels.nbytes)

    def add_images(
        self,
        tag: str,
        img_tensor: Tensor,
        global_step: Step = None,
        walltime: float | None = None,
        dataformats: str = "NCHW",
    ) -> None:
        """Add several images as one, eight in a row; see `add_image`."""
        self.add_image(tag, img_tensor, global_step, walltime, dataformats)

    def add_image_with_boxes(
        self,
        tag: str,
        img_tensor: Tensor,
        box_tensor: Tensor,
        global_step: Step = None,
        walltime: float | None = None,
        rescale: float = 1,
        dataformats: str = "CHW",
        labels: str | Sequence[str] | None = None,
    ) -> None:
        """Add an image with boxes [n, 4]: left, top, right and bottom in pixels; needs Pillow.

        `labels` that are not as many as the boxes are left out. See `add_image`.

        Raises:
            ImportError: Pillow is not installed.

        Example:
            >>> with sb.SummaryWriter("written/boxes") as writer:
            ...     writer.add_image_with_boxes(
            ...         "found", np.zeros((3, 32, 32)), np.array([[4, 4, 20, 20]]), labels=["cat"]
            ...     )
        """
        pillow("Image", "add_image_with_boxes")
        pixels, boxes = arranged(copied(img_tensor), dataformats), copied(box_tensor)
        if boxes.ndim != len("n4") or boxes.shape[1] != len("ltrb"):
            raise ValueError(f"boxes are [n, 4], not {boxes.shape}")
        names = [labels] if isinstance(labels, str) else labels
        fitting = names if names is not None and len(names) == len(boxes) else None
        make = partial(image_with_boxes, _name(tag), pixels, boxes, fitting, rescale)
        self._add(make, global_step, walltime, pixels.nbytes)

    def add_figure(
        self,
        tag: str,
        figure: object,
        global_step: Step = None,
        close: bool = True,
        walltime: float | None = None,
    ) -> None:
        """Add a figure of Matplotlib, or a list of figures of one size, as an image.

        `close` closes them in pyplot.

        Example:
            >>> from matplotlib.figure import Figure
            >>> figure = Figure()
            >>> lines = figure.subplots().plot([3, 2, 1])
            >>> with sb.SummaryWriter("written/figures") as writer:
            ...     writer.add_figure("loss", figure, 1)
        """
        if isinstance(figure, list):
            several = np.stack([rendered(one, close=close) for one in figure])
            self.add_image(tag, several, global_step, walltime, dataformats="NHWC")
        else:
            pixels = rendered(figure, close=close)
            self._add(partial(image, _name(tag), pixels), global_step, walltime, pixels.nbytes)

    def add_video(
        self,
        tag: str,
        vid_tensor: Tensor,
        global_step: Step = None,
        fps: float = _FRAMES_A_SECOND,
        walltime: float | None = None,
    ) -> None:
        """Add videos [n, time, channels, height, width] as an animated GIF; needs Pillow.

        Pixels are those of `add_image`. Several videos are one, side by side. `fps` are frames in a
        second.

        Raises:
            ImportError: Pillow is not installed.
            ValueError: the shape or the rate does not fit.

        Example:
            >>> with sb.SummaryWriter("written/videos") as writer:
            ...     writer.add_video("rollout", np.zeros((1, 8, 3, 16, 16), np.uint8), 1, fps=2)
        """
        pillow("Image", "add_video")
        if not fps > 0:
            raise ValueError(f"a video has more than {fps} frames in a second")
        frames = frames_of(copied(vid_tensor))
        self._add(partial(video, _name(tag), frames, fps), global_step, walltime, frames.nbytes)

    def add_audio(
        self,
        tag: str,
        snd_tensor: Tensor,
        global_step: Step = None,
        sample_rate: int = _SAMPLE_RATE,
        walltime: float | None = None,
    ) -> None:
        """Add a sound of one channel, of -1 to 1; `sample_rate` are samples in a second.

        Raises:
            ValueError: it has several channels.
        """
        samples = one_channel(copied(snd_tensor))
        make = partial(audio, _name(tag), samples, sample_rate)
        self._add(make, global_step, walltime, samples.nbytes)

    def add_text(
        self, tag: str, text_string: str, global_step: Step = None, walltime: float | None = None
    ) -> None:
        """Add a text, which is shown as Markdown."""
        content = str(text_string)
        self._add(partial(text, _name(tag), content), global_step, walltime, len(content))

    def add_pr_curve(
        self,
        tag: str,
        labels: Tensor,
        predictions: Tensor,
        global_step: Step = None,
        num_thresholds: int = _THRESHOLDS,
        weights: Tensor = None,
        walltime: float | None = None,
    ) -> None:
        """Add the precision-recall curve of a classification.

        Args:
            tag: its name.
            labels: whether examples are positive: booleans, or 0 and 1.
            predictions: their probability, of the same shape.
            global_step: its step.
            num_thresholds: points of the curve.
            weights: of the examples.
            walltime: its wall time.

        Raises:
            ValueError: the shapes differ, there is no example, or there are too many thresholds.
        """
        truth, scores = copied(labels), copied(predictions)
        if truth.shape != scores.shape or not truth.size:
            raise ValueError(f"labels are {truth.shape}, predictions {scores.shape}")
        _check_thresholds(num_thresholds)
        weight = np.ones(()) if weights is None else copied(weights)
        np.broadcast_shapes(weight.shape, truth.shape)

        def make() -> Summary:
            table = curve_table(truth, scores, num_thresholds, weight)
            return pr_curve(tag, table, num_thresholds)

        self._add(make, global_step, walltime, truth.nbytes + scores.nbytes)

    def add_pr_curve_raw(
        self,
        tag: str,
        true_positive_counts: Tensor,
        false_positive_counts: Tensor,
        true_negative_counts: Tensor,
        false_negative_counts: Tensor,
        precision: Tensor,
        recall: Tensor,
        global_step: Step = None,
        num_thresholds: int = _THRESHOLDS,
        weights: Tensor = None,  # noqa: ARG002 - PyTorch's interface, which does not use it either
        walltime: float | None = None,
    ) -> None:
        """Add a precision-recall curve whose points are known; arrays of one length.

        Raises:
            ValueError: the lengths differ, or there are too many thresholds.

        Example:
            >>> with sb.SummaryWriter("written/curves") as writer:
            ...     writer.add_pr_curve_raw(
            ...         "cats", [5, 3], [2, 0], [1, 3], [0, 2], [0.7, 1], [1, 0.6], num_thresholds=2
            ...     )
        """
        _check_thresholds(num_thresholds)
        rows = (
            true_positive_counts,
            false_positive_counts,
            true_negative_counts,
            false_negative_counts,
            precision,
            recall,
        )
        table = np.stack([copied(row).reshape(-1) for row in rows]).astype(np.float64)
        self._add(partial(pr_curve, _name(tag), table, num_thresholds), global_step, walltime)

    def add_custom_scalars(self, layout: Charts) -> None:
        """Say which tags are lines of one chart.

        Args:
            layout: by category and title, `["Multiline", tags]` or
                `["Margin", [value, lower, upper]]`.

        Raises:
            ValueError: it has another form.

        Example:
            >>> with sb.SummaryWriter("written/layout") as writer:
            ...     writer.add_custom_scalars({"loss": {"both": ["Multiline", ["train", "val"]]}})
        """
        self._put(partial(_encoded, chart_layout(layout), 0, time.time()))

    def add_custom_scalars_multilinechart(
        self, tags: Sequence[str], category: str = "default", title: str = "untitled"
    ) -> None:
        """Show tags as lines of one chart.

        Example:
            >>> with sb.SummaryWriter("written/lines") as writer:
            ...     writer.add_custom_scalars_multilinechart(["train", "val"], "loss", "both")
        """
        self.add_custom_scalars({category: {title: [MULTILINE, list(tags)]}})

    def add_custom_scalars_marginchart(
        self, tags: Sequence[str], category: str = "default", title: str = "untitled"
    ) -> None:
        """Show the first of three tags as a line, and the others as the band around it.

        Example:
            >>> with sb.SummaryWriter("written/margin") as writer:
            ...     writer.add_custom_scalars_marginchart(["mean", "low", "high"], "loss", "band")
        """
        self.add_custom_scalars({category: {title: [MARGIN, list(tags)]}})

    def add_mesh(
        self,
        tag: str,
        vertices: Tensor,
        colors: Tensor = None,
        faces: Tensor = None,
        config_dict: Mapping[str, Any] | None = None,
        global_step: Step = None,
        walltime: float | None = None,
    ) -> None:
        """Add a mesh, or a point cloud without faces.

        Args:
            tag: its name.
            vertices: coordinates [samples, n, 3].
            colors: of the vertices [samples, n, 3], 0 to 255.
            faces: vertices of the triangles [samples, m, 3].
            config_dict: settings of the display.
            global_step: its step.
            walltime: its wall time.

        Raises:
            ValueError: a part has another shape.
        """
        points = mesh_part("vertices", copied(vertices))
        paint = None if colors is None else mesh_part("colors", copied(colors))
        corners = None if faces is None else mesh_part("faces", copied(faces))
        config = "{}" if config_dict is None else json.dumps(config_dict, sort_keys=True)
        make = partial(mesh, _name(tag), points, paint, corners, config)
        self._add(make, global_step, walltime, 3 * points.nbytes)

    def add_embedding(
        self,
        mat: Tensor,
        metadata: Sequence[Any] | None = None,
        label_img: Tensor = None,
        global_step: Step = None,
        tag: str = "default",
        metadata_header: Sequence[str] | None = None,
    ) -> None:
        """Add vectors for the projector, as files beside the events.

        Args:
            mat: [n, size].
            metadata: a label for each vector, or a list of them.
            label_img: an image for each vector [n, 1 or 3, height, width], 0 to 1.
            global_step: its step.
            tag: its name.
            metadata_header: names of the labels, where each vector has several.

        Raises:
            ValueError: the parts have another shape.
        """
        images = None if label_img is None else copied(label_img)
        step = to_step(global_step)
        made = embedding_of(_name(tag), step, copied(mat), metadata, metadata_header, images)
        run = Path(self.log_dir)
        self._put(lambda: write_embedding(run, made), made.vectors.nbytes)

    def add_hparams(
        self,
        hparam_dict: Mapping[str, Any],
        metric_dict: Mapping[str, Tensor],
        hparam_domain_discrete: Mapping[str, list[Any]] | None = None,
        run_name: str | None = None,
        global_step: Step = None,
    ) -> None:
        """Add hyper-parameters and what they led to, as a run below this one.

        Args:
            hparam_dict: booleans, texts and numbers by name.
            metric_dict: numbers by tag.
            hparam_domain_discrete: possible values of some hyper-parameters.
            run_name: the name of the run, by default the time.
            global_step: the step of the numbers.

        Raises:
            TypeError: an argument is no mapping, or has values of other types.
            ValueError: a hyper-parameter is something else.
        """
        if not isinstance(hparam_dict, Mapping) or not isinstance(metric_dict, Mapping):
            raise TypeError("hparam_dict and metric_dict are dictionaries")
        domains = dict(hparam_domain_discrete or {})
        check_domains(hparam_dict, domains)
        values = hparam_values(hparam_dict)
        summaries = hparam_summaries(values, list(metric_dict), domains)
        summaries += [scalar(_name(tag), to_number(value)) for tag, value in metric_dict.items()]
        now, step = time.time(), to_step(global_step)
        run = os.path.join(self.log_dir, run_name or str(now))  # noqa: PTH118 - as PyTorch has it
        queue = self._open()
        file = queue.file_of(run)
        for summary in summaries:
            queue.put(file, partial(_encoded, summary, step, now))
        queue.end_file(file)

    def add_graph(
        self,
        model: object,
        input_to_model: object = None,
        verbose: bool = False,  # noqa: ARG002 - PyTorch's interface
        use_strict_trace: bool = True,  # noqa: ARG002 - likewise
        name: str = "model",
    ) -> None:
        """Add a graph: a module of PyTorch with its inputs, a GraphDef, a graph of NetworkX.

        Models of other libraries, and files, are those of `log_graph`. What has a format of its own
        is a file beside the events, which is called `name`.

        Of a graph of NetworkX, the attributes `type`, `device`, `dtype` and `shape` of nodes are
        those of ops; `output`, `input` and `kind` of edges are ports, and `control`.

        Raises:
            OSError: a file cannot be read or written.
            TypeError: it is something else.
            ValueError: the bytes are no GraphDef, or `name` is no name of a file.
        """
        example = input_to_model if isinstance(input_to_model, tuple) else (input_to_model,)
        graph = graph_of_model(model, () if input_to_model is None else example)
        now = time.time()
        if isinstance(graph, ModelFile):
            write_model(Path(self.log_dir) / _file_name(name, graph.ending), graph.content)
            return
        if isinstance(graph, KerasModel):
            text_bytes, tag = graph.text.encode(), _name(name)
            self._add(
                lambda: Summary(value=[string_value(tag, _KERAS, text_bytes, (), b"1")]), 0, now
            )
            return

        def encode() -> bytes:
            return Event(wall_time=now, graph_def=graph).SerializeToString()

        self._put(encode, len(graph))

    def add_onnx_graph(self, prototxt: str | os.PathLike[str]) -> None:
        """Add the graph of an ONNX file, without its weights.

        Raises:
            OSError: the file cannot be read, or the graph not written.
            ValueError: its name does not end with `.onnx`.
        """
        if not os.fspath(prototxt).endswith(".onnx"):
            raise ValueError(f"{prototxt} is no file that ends with .onnx")
        self.add_graph(prototxt)

    def _add(
        self,
        make: Callable[[], Summary],
        step: Step,
        walltime: float | None,
        size: int = SMALL,
    ) -> None:
        """Have an event with the summary that `make` returns written."""
        now = time.time() if walltime is None else walltime
        self._put(partial(_event, make, to_step(step), now), size)

    def _put(self, encode: Encode, size: int = SMALL) -> None:
        queue = self._open()
        if self._file is not None:
            queue.put(self._file, encode, size)

    def _open(self) -> EventQueue:
        """Return the queue, with the file of the run open."""
        queue = self._queue
        if queue is None:
            queue = EventQueue(self.max_queue, self.flush_secs)
            self._file = queue.open_file(self.log_dir, self.filename_suffix)
            self._queue = queue
            self._stop_queue = weakref.finalize(self, queue.stop)
            self._stop_queue.atexit = False  # the queue itself sees to that
            if self.purge_step is not None:
                step, self.purge_step = to_step(self.purge_step), None
                queue.put(self._file, partial(_version, step, time.time()))
                queue.put(self._file, partial(_session_start, step, time.time()))
        return queue


def _event(make: Callable[[], Summary], step: int, walltime: float) -> bytes:
    return _encoded(make(), step, walltime)


def _encoded(summary: Summary, step: int, walltime: float) -> bytes:
    return Event(wall_time=walltime, step=step, summary=summary).SerializeToString()


def _version(step: int, walltime: float) -> bytes:
    return Event(wall_time=walltime, step=step, file_version=FILE_VERSION).SerializeToString()


def _session_start(step: int, walltime: float) -> bytes:
    start = SessionLog(status=SessionLog.START)
    return Event(wall_time=walltime, step=step, session_log=start).SerializeToString()


def _name(tag: str) -> str:
    """Return a tag.

    Raises:
        TypeError: it is no text.
    """
    if not isinstance(tag, str):
        raise TypeError(f"a tag is a str, not {tag!r}")
    return tag if tag.isascii() else tag.encode("utf-8", "replace").decode()


def _file_name(name: str, ending: str) -> str:
    """Return the name of a file.

    Raises:
        ValueError: it would be in another directory, or hidden.
    """
    if not name or name.startswith(".") or set(name) & set("/\\\0:"):
        raise ValueError(f"a graph has a name that a file can have, not {name!r}")
    return name if name.endswith(ending) else f"{name}{ending}"


def _check_thresholds(number: int) -> None:
    if not 1 < number <= _MOST_THRESHOLDS:
        raise ValueError(f"a curve has 2 to {_MOST_THRESHOLDS} thresholds, not {number}")


def _default_directory(comment: str) -> str:
    """Return PyTorch's name of a directory: `runs/Nov29_17-30-00_host`."""
    now = datetime.now().strftime("%b%d_%H-%M-%S")  # noqa: DTZ005 - of the user's clock
    return os.path.join("runs", f"{now}_{socket.gethostname()}{comment}")  # noqa: PTH118
