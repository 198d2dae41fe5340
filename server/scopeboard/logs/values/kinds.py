"""The kinds of values, each with its own form."""

import io
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from scopeboard.arrays import Floats
from scopeboard.curves.classification import Classification, classification
from scopeboard.errors import DamagedDataError
from scopeboard.events.decode.logged_value import SummaryValue
from scopeboard.events.values.pr_curve import LoggedCurve, read_pr_curve
from scopeboard.events.values.summary import (
    Clip,
    Histogram,
    Images,
    read_audio,
    read_histogram,
    read_images,
    read_text,
)
from scopeboard.events.values.tag_metadata import TagMetadata
from scopeboard.logs.columns import Column
from scopeboard.logs.libraries import library
from scopeboard.logs.values.sequence import LoggedValue
from scopeboard.media.samples import sample_type

if TYPE_CHECKING:
    from PIL.Image import Image as PilImage

_SAMPLE_COLUMNS: Final = MappingProxyType({"sample": "i8", "media_type": "O", "bytes": "i8"})


class HistogramValue(LoggedValue[Histogram]):
    """A histogram: `count` values between the edges `left` and `right`, float64 [buckets] each.

    Example:
        >>> histogram = sb.open("media").histograms("weights")[-1]
        >>> len(histogram.left) == len(histogram.right) == len(histogram.count)
        True
    """

    column_types = MappingProxyType({"left": "f8", "right": "f8", "count": "f8"})

    @staticmethod
    def decode(value: SummaryValue, _: TagMetadata) -> Histogram:
        """Decode a value as logged."""
        return read_histogram(value)

    @property
    def left(self) -> Floats:
        """The lower edges."""
        return self._value.left

    @property
    def right(self) -> Floats:
        """The upper edges."""
        return self._value.right

    @property
    def count(self) -> Floats:
        """The counts, which need not be integers."""
        return self._value.count

    def columns(self) -> dict[str, Column]:
        """Return `left`, `right` and `count`, with a row for each bucket."""
        return {"left": self.left, "right": self.right, "count": self.count}


class TextValue(LoggedValue[NDArray[Any]]):
    """A text, or a tensor of texts.

    Example:
        >>> note = sb.open("media").text()[-1]
        >>> note.text, note.array.shape
        ('Step **1**.', (1,))
    """

    column_types = MappingProxyType({"text": "O"})

    @staticmethod
    def decode(value: SummaryValue, _: TagMetadata) -> NDArray[Any]:
        """Decode a value as logged."""
        return read_text(value)

    @property
    def array(self) -> NDArray[np.object_]:
        """The tensor as logged, of texts."""
        return self._value

    @property
    def text(self) -> str:
        """The text; those of a tensor are joined by line breaks."""
        return "\n".join(self._value.reshape(-1).tolist())

    def __str__(self) -> str:
        return self.text

    def columns(self) -> dict[str, Column]:
        """Return `text`, with one row."""
        texts = np.empty(1, object)
        texts[0] = self.text
        return {"text": texts}


class ImageValue(LoggedValue[Images]):
    """Images that were logged together: a sequence of encoded samples, most often one.

    Example:
        >>> image = sb.open("media").images("sample")[0]
        >>> image.media_types, len(image.samples), image.pil().size
        (['image/png'], 1, (8, 4))
    """

    column_types = _SAMPLE_COLUMNS

    @staticmethod
    def decode(value: SummaryValue, _: TagMetadata) -> Images:
        """Decode a value as logged."""
        return read_images(value)

    @property
    def samples(self) -> list[bytes]:
        """The bytes of each image as logged, such as those of a PNG file."""
        return self._value.samples

    @property
    def media_types(self) -> list[str]:
        """The media type of each image, such as `image/png`, by its bytes."""
        return [sample_type("images", data) for data in self.samples]

    def pil(self, sample: int = 0) -> "PilImage":
        """Return an image as one of Pillow, decoded.

        Raises:
            ImportError: Pillow is not installed.
            IndexError: there is no such sample.
            OSError: Pillow cannot decode it.
        """
        images = library("PIL.Image", "pil", "pillow")
        image: PilImage = images.open(io.BytesIO(self.samples[sample]))
        image.load()
        return image

    def columns(self) -> dict[str, Column]:
        """Return `sample`, `media_type` and `bytes`, the size, with a row for each image."""
        return _sample_columns(self.samples, self.media_types)


@dataclass(frozen=True, slots=True)
class Waveform:
    """A decoded sound: `samples` (float32 [frames, channels], from -1 to 1) and `rate` in Hz."""

    samples: NDArray[np.float32]
    rate: int


_PCM_WIDTHS: Final = {1: ("u1", 128.0, 128.0), 2: ("<i2", 0.0, 2.0**15), 4: ("<i4", 0.0, 2.0**31)}


class AudioValue(LoggedValue[list[Clip]]):
    """Sounds that were logged together: a sequence of encoded samples, most often one.

    Example:
        >>> sound = sb.open("media").audio("voice")[0]
        >>> sound.media_types, len(sound.samples), sound.labels
        (['audio/wav'], 1, [''])
        >>> sound.waveform().samples.shape
        (80, 1)
    """

    column_types = _SAMPLE_COLUMNS

    @staticmethod
    def decode(value: SummaryValue, metadata: TagMetadata) -> list[Clip]:
        """Decode a value as logged."""
        return read_audio(value, metadata)

    @property
    def samples(self) -> list[bytes]:
        """The bytes of each sound as logged, such as those of a WAV file."""
        return [clip.encoded for clip in self._value]

    @property
    def labels(self) -> list[str]:
        """The text that was logged with each sound, empty for none."""
        return [clip.label for clip in self._value]

    @property
    def media_types(self) -> list[str]:
        """The media type of each sound, such as `audio/wav`, by its bytes."""
        return [sample_type("audio", data) for data in self.samples]

    def waveform(self, sample: int = 0) -> Waveform:
        """Return a WAV with integer samples as numbers.

        Raises:
            DamagedDataError: the sound is no such WAV.
            IndexError: there is no such sample.
        """
        import wave  # noqa: PLC0415 - for sounds alone

        data = self.samples[sample]
        try:
            with wave.open(io.BytesIO(data)) as file:
                form = _PCM_WIDTHS.get(file.getsampwidth())
                channels, rate = file.getnchannels(), file.getframerate()
                frames = file.readframes(file.getnframes())
        except (wave.Error, EOFError) as error:
            raise DamagedDataError(f"The sound is no WAV with integer samples: {error}.") from error
        if form is None:
            raise DamagedDataError("The sound has samples of an unknown size.")
        dtype, zero, scale = form
        frame_bytes = channels * np.dtype(dtype).itemsize
        whole = frames[: len(frames) // frame_bytes * frame_bytes]
        samples = (np.frombuffer(whole, dtype).astype(np.float64) - zero) / scale
        return Waveform(samples.astype(np.float32).reshape(-1, channels), rate)

    def columns(self) -> dict[str, Column]:
        """Return `sample`, `media_type` and `bytes`, the size, with a row for each sound."""
        return _sample_columns(self.samples, self.media_types)


class CurveValue(LoggedValue[LoggedCurve]):
    """A precision-recall curve, with the ROC curve of the same counts.

    The columns are float64 [thresholds], NaN where a ratio has no denominator.

    Example:
        >>> curve = sb.open("media").curves("cats")[0]
        >>> curve.average_precision, curve.roc_area
        (1.0, 1.0)
        >>> len(curve.threshold) == len(curve.precision) == len(curve.recall)
        True
        >>> curve.false_positive_rate[:1], curve.counts.true_positives[:1]
        (array([1.]), array([1.]))
    """

    column_types = MappingProxyType(
        dict.fromkeys(("threshold", "precision", "recall", "false_positive_rate"), "f8")
    )

    @staticmethod
    def decode(value: SummaryValue, _: TagMetadata) -> LoggedCurve:
        """Decode a value as logged."""
        return read_pr_curve(value)

    @cached_property
    def _curve(self) -> Classification:
        return classification(self._value)

    @property
    def counts(self) -> LoggedCurve:
        """The counts and ratios as logged."""
        return self._value

    @property
    def threshold(self) -> Floats:
        """The thresholds, which rise from 0 to 1."""
        return self._curve.threshold

    @property
    def precision(self) -> Floats:
        """The precision at each threshold."""
        return self._curve.precision

    @property
    def recall(self) -> Floats:
        """The recall at each threshold, which is the true positive rate."""
        return self._curve.recall

    @property
    def false_positive_rate(self) -> Floats:
        """The false positive rate at each threshold."""
        return self._curve.false_positive_rate

    @property
    def average_precision(self) -> float | None:
        """The area under the precision-recall curve; None if it is undefined."""
        return self._curve.average_precision

    @property
    def roc_area(self) -> float | None:
        """The area under the ROC curve; None if it is undefined."""
        return self._curve.roc_area

    def columns(self) -> dict[str, Column]:
        """Return the four columns, with a row for each threshold."""
        return {name: getattr(self._curve, name) for name in self.column_types}


def _sample_columns(samples: list[bytes], media_types: list[str]) -> dict[str, Column]:
    types = np.empty(len(samples), object)
    types[:] = media_types
    sizes = np.array([len(data) for data in samples], np.int64)
    return {"sample": np.arange(len(samples)), "media_type": types, "bytes": sizes}
