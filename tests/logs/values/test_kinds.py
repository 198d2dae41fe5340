"""Histograms, images, sounds, texts and curves: as they were logged, read when they are used."""

import io
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import scopeboard as sb
from scopeboard.errors import DamagedDataError, NotFoundError, QueryError
from scopeboard.wire.summary_pb2 import HistogramProto, Summary
from tools import writer
from tools.every_kind import COUNTS, SAMPLES, STEPS, picture, tone, write_every_kind
from tools.media_events import sounds, strings


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    write_every_kind(tmp_path)
    return tmp_path


@pytest.fixture
def log(logs: Path) -> sb.Log:
    return sb.open(logs, use_index=False)


def test_images_are_bytes_as_logged_and_pictures(log: sb.Log) -> None:
    images = log.images("digits", runs="a")
    assert images.step.tolist() == [*STEPS]
    last = images[-1]
    assert (last.run, last.tag, last.step, last.wall_time) == ("a", "digits", 20, 1.7e9 + 20)
    assert last.samples == [picture(20, sample) for sample in range(SAMPLES)]
    assert last.media_types == ["image/png"] * SAMPLES
    image = last.pil(1)
    assert image.size == (8, 8)
    assert image.getpixel((0, 0)) == (63, 135, 20)
    with pytest.raises(IndexError):
        last.pil(SAMPLES)


def test_pillow_is_named_if_it_is_missing() -> None:
    program = (
        "import sys; sys.modules['PIL'] = None\n"
        "from scopeboard.logs.libraries import library\n"
        "try: library('PIL.Image', 'pil', 'pillow')\n"
        "except ImportError as error: print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "pil needs pillow, which is not installed: pip install pillow"


def test_sounds_are_bytes_as_logged_and_numbers(log: sb.Log) -> None:
    sound = log.audio("voice", "b")[0]
    assert sound.samples == [tone(0.5)]
    assert sound.media_types == ["audio/wav"]
    assert len(sound.labels) == 1
    wave = sound.waveform()
    assert wave.rate == 8000
    assert wave.samples.shape == (4000, 1)
    expected = (20_000 * np.sin(2 * np.pi * 440 * np.arange(4000) / 8000)).astype("<i2") / 2**15
    assert np.array_equal(wave.samples[:, 0], expected.astype(np.float32))


def test_a_sound_in_another_format_is_an_error(tmp_path: Path) -> None:
    writer.write_run(tmp_path, "a", sounds(0, b"OggS and so on", tag="x"))
    value = sb.open(tmp_path, use_index=False).audio("x")[0]
    assert value.media_types == ["audio/ogg"]
    with pytest.raises(DamagedDataError, match="no WAV"):
        value.waveform()


def test_texts(log: sb.Log, tmp_path: Path) -> None:
    assert log.text("note", "a")[1].text == "step **10** of the note"
    assert str(log.text("note", steps=slice(20, None))[-1]) == "step **20** of the note"
    table = strings("t", "text", *b"a b c d".split(), shape=(2, 2))
    writer.write_run(tmp_path, "table", writer.event(0, table))
    assert log.refresh()
    value = log.text("t")[0]
    assert value.array.tolist() == [["a", "b"], ["c", "d"]]
    assert value.text == "a\nb\nc\nd"


def test_histograms_are_columns(log: sb.Log) -> None:
    histograms = log.histograms("weights")
    assert len(histograms) == 6
    value = histograms[4]
    assert (value.run, value.step) == ("b", 10)
    assert value.right.tolist() == np.linspace(-1, 2, 21)[1:].tolist()
    assert value.count.sum() == pytest.approx(
        np.exp(-((np.arange(20) - 9.5) ** 2) / 20).sum(), 1e-3
    )
    table = histograms.table()
    assert table.columns == ("run", "tag", "step", "wall_time", "left", "right", "count")
    assert len(table) == sum(len(each.count) for each in histograms)
    rows = table[(table["run"] == "b") & (table["step"] == 10)]
    assert rows["count"].tolist() == value.count.tolist()


def test_curves(log: sb.Log) -> None:
    curve = log.curves("pr")[0]
    tp, fp = np.array(COUNTS[0]), np.array(COUNTS[1])
    assert curve.counts.true_positives.tolist() == COUNTS[0]
    with np.errstate(invalid="ignore"):
        assert np.array_equal(curve.precision, tp / (tp + fp), equal_nan=True)
    assert curve.recall.tolist() == [1, 0.5, 0]
    assert curve.threshold.tolist() == [0, 0.5, 1]
    assert curve.false_positive_rate.tolist() == [1, 0, 0]
    assert curve.average_precision == pytest.approx(0.75)
    assert curve.roc_area == pytest.approx(0.75)
    assert log.curves().table().columns[4:] == (
        "threshold",
        "precision",
        "recall",
        "false_positive_rate",
    )


def test_values_are_a_sequence_by_tag_run_and_step(log: sb.Log) -> None:
    images = log.images()
    assert len(images) == 6
    assert [(each.run, each.step) for each in images[2:4]] == [("a", 20), ("b", 0)]
    assert [*images.listing["run"]] == ["a"] * 3 + ["b"] * 3
    assert [*images[::-1].listing["step"]] == [20, 10, 0] * 2
    assert len(images.table()) == 6 * SAMPLES
    with pytest.raises(IndexError):
        images[6]
    assert len(log.images("x*")) == 0
    for values in (log.histograms, log.images, log.audio, log.text, log.curves):
        no_rows, some = values("x*").table(), values().table()
        assert no_rows.columns == some.columns
        assert [array.dtype for array in no_rows.to_numpy().values()] == [
            array.dtype for array in some.to_numpy().values()
        ]
    with pytest.raises(NotFoundError, match="no tag of images 'loss'"):
        log.images("loss")
    with pytest.raises(QueryError):
        log.images(steps=slice(0, 1, 2))
    assert repr(images) == "<6 ImageValue values>"
    assert repr(images[0]) == "<ImageValue 'digits' of 'a' at step 0>"


def test_a_value_whose_file_is_gone_is_an_error(log: sb.Log, logs: Path) -> None:
    images = log.images()
    read = images[0]
    assert read.samples
    next((logs / "a").glob("*tfevents*")).unlink()
    assert read.samples
    with pytest.raises(NotFoundError):
        images[1].samples  # noqa: B018 - reads


def test_superseded_values_are_there_on_request(tmp_path: Path) -> None:
    def at(step: int, count: float, wall_time: float) -> bytes:
        histo = HistogramProto(min=0, max=1, num=1, bucket_limit=[1], bucket=[count])
        return writer.event(step, Summary.Value(tag="h", histo=histo), wall_time=wall_time)

    writer.write_run(tmp_path, "a", at(0, 1, 10) + at(1, 2, 11), "1.tfevents")
    writer.write_run(tmp_path, "a", at(1, 3, 20), "2.tfevents")
    log = sb.open(tmp_path, use_index=False)
    assert [each.count.tolist() for each in log.histograms()] == [[1], [3]]
    assert len(log.histograms(superseded=True)) == 3


def test_positions_in_damaged_blocks_are_read_again(logs: Path, tmp_path: Path) -> None:
    log = sb.open(logs, index_dir=tmp_path / "index")
    assert len(log.images()) == 6
    for segment in (tmp_path / "index").rglob("*.columns"):
        segment.write_bytes(bytes(segment.stat().st_size))
    images = log.images()
    assert len(images) == 6
    assert io.BytesIO(images[0].samples[0]).read(4) == b"\x89PNG"
