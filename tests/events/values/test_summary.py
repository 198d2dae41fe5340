"""Both summary forms of the same data give the same answer."""

from collections.abc import Callable

import numpy as np
import pytest

from scopeboard.errors import DamagedDataError
from scopeboard.events.values.mesh import read_mesh_part
from scopeboard.events.values.pr_curve import read_pr_curve
from scopeboard.events.values.summary import (
    MAX_DESCRIPTION_CHARACTERS,
    MAX_NAME_CHARACTERS,
    evidence_of,
    read_audio,
    read_histogram,
    read_images,
    read_scalar,
    read_text,
    resolve_metadata,
)
from scopeboard.events.values.tag_metadata import TagMetadata
from scopeboard.wire import types_pb2 as dt
from scopeboard.wire.plugins_pb2 import AudioPluginData
from scopeboard.wire.summary_pb2 import DATA_CLASS_SCALAR, HistogramProto, Summary
from scopeboard.wire.tensor_pb2 import TensorProto, TensorShapeProto
from tools import writer


def tensor(array: np.ndarray, dtype: dt.DataType = dt.DT_FLOAT) -> TensorProto:
    dims = [TensorShapeProto.Dim(size=size) for size in array.shape]
    return TensorProto(
        dtype=dtype, tensor_shape=TensorShapeProto(dim=dims), tensor_content=array.tobytes()
    )


def strings(*values: bytes, shape: tuple[int, ...] | None = None) -> TensorProto:
    dims = [TensorShapeProto.Dim(size=size) for size in shape or (len(values),)]
    return TensorProto(
        dtype=dt.DT_STRING, tensor_shape=TensorShapeProto(dim=dims), string_val=values
    )


def test_scalars() -> None:
    assert read_scalar(Summary.Value(simple_value=0.5)) == 0.5
    assert read_scalar(writer.tf2_scalar("loss", 0.5, first=True)) == 0.5
    assert read_scalar(Summary.Value(tensor=tensor(np.array([0.1], "<f8"), dt.DT_DOUBLE))) == 0.1


@pytest.mark.parametrize(
    "value",
    [
        Summary.Value(),
        Summary.Value(tensor=strings(b"0.5", shape=())),
        Summary.Value(tensor=tensor(np.zeros(2, "<f4"))),
        Summary.Value(tensor=tensor(np.zeros(1, "<c8"), dt.DT_COMPLEX64)),
    ],
)
def test_what_is_no_number_is_damage(value: Summary.Value) -> None:
    with pytest.raises(DamagedDataError):
        read_scalar(value)


def test_a_scalar_of_a_declared_million_is_refused_before_it_is_made() -> None:
    value = Summary.Value(tensor=TensorProto(dtype=dt.DT_FLOAT, float_val=[1.0]))
    value.tensor.tensor_shape.dim.add(size=4 << 20)
    with pytest.raises(DamagedDataError, match="4194304 elements"):
        read_scalar(value)


def test_numbers_where_strings_should_be_and_the_reverse_are_damage() -> None:
    with pytest.raises(DamagedDataError, match="instead of strings"):
        read_text(Summary.Value(tensor=tensor(np.zeros(1, "<c8"), dt.DT_COMPLEX64)))
    with pytest.raises(DamagedDataError, match="a histogram of"):
        read_histogram(Summary.Value(tensor=strings(b"a", b"b", b"c", shape=(1, 3))))


def test_histograms_of_both_forms_agree() -> None:
    older = Summary.Value(
        histo=HistogramProto(
            min=0.5, max=3.5, bucket_limit=[-1, 1, 2, 4, 1e300], bucket=[0, 2, 0, 3, 0]
        )
    )
    newer = Summary.Value(
        tensor=tensor(np.array([[0.5, 1, 2], [1, 2, 0], [2, 3.5, 3]], "<f8"), dt.DT_DOUBLE)
    )
    for value in (older, newer):
        histogram = read_histogram(value)
        assert histogram.left.tolist() == [0.5, 1, 2]
        assert histogram.right.tolist() == [1, 2, 3.5]
        assert histogram.count.tolist() == [2, 0, 3]


def test_an_empty_histogram_has_no_buckets() -> None:
    assert len(read_histogram(Summary.Value(histo=HistogramProto())).count) == 0
    assert len(read_histogram(Summary.Value(tensor=tensor(np.zeros((0, 3), "<f4")))).count) == 0


def test_buckets_are_sorted_and_those_without_numbers_dropped() -> None:
    rows = np.array([[2, 3, 1], [np.nan, 1, 5], [0, 1, 4]], "<f4")
    histogram = read_histogram(Summary.Value(tensor=tensor(rows)))
    assert histogram.left.tolist() == [0, 2]
    assert histogram.count.tolist() == [4, 1]


def test_a_histogram_of_another_shape_is_damage() -> None:
    with pytest.raises(DamagedDataError, match=r"\(2, 2\)"):
        read_histogram(Summary.Value(tensor=tensor(np.zeros((2, 2), "<f4"))))
    with pytest.raises(DamagedDataError, match="2 edges and 1 counts"):
        read_histogram(Summary.Value(histo=HistogramProto(bucket_limit=[1, 2], bucket=[1])))


def test_images_of_both_forms_agree() -> None:
    older = Summary.Value(image=Summary.Image(width=3, height=2, encoded_image_string=b"png"))
    newer = Summary.Value(tensor=strings(b"3", b"2", b"png"))
    assert read_images(older) == read_images(newer)
    assert read_images(newer).samples == [b"png"]


def test_sounds_of_both_forms_agree() -> None:
    older = Summary.Value(
        audio=Summary.Audio(encoded_audio_string=b"RIFF", content_type="audio/wav")
    )
    newer = Summary.Value(tensor=strings(b"RIFF", b"", shape=(1, 2)))
    content = AudioPluginData(encoding=AudioPluginData.WAV).SerializeToString()
    assert read_audio(older, TagMetadata("audio", "audio")) == read_audio(
        newer, TagMetadata("audio", "audio", content=content)
    )


def test_text_keeps_its_shape_and_replaces_bad_utf8() -> None:
    table = read_text(Summary.Value(tensor=strings(b"a", b"b\xff", b"c", b"d", shape=(2, 2))))
    assert table.tolist() == [["a", "b�"], ["c", "d"]]


def test_a_kind_takes_what_was_logged_then_what_is_known_then_guesses() -> None:
    first = writer.tf2_scalar("loss", 1, first=True)
    later = writer.tf2_scalar("loss", 1, first=False)
    metadata = resolve_metadata(evidence_of(first), None)
    assert (metadata.kind, metadata.guessed) == ("scalars", False)
    assert resolve_metadata(evidence_of(later), metadata) == metadata
    guessed = resolve_metadata(evidence_of(later), None)
    assert (guessed.kind, guessed.guessed) == ("scalars", True)
    assert (
        resolve_metadata(evidence_of(Summary.Value(tensor=tensor(np.zeros(3, "<f4")))), None).kind
        == "tensors"
    )


def test_names_beyond_all_measure_are_cut() -> None:
    value = writer.tf2_scalar("loss", 1, first=True)
    value.metadata.display_name = "n" * 5000
    value.metadata.summary_description = "d" * 50_000
    metadata = resolve_metadata(evidence_of(value), None)
    assert len(metadata.display_name) == MAX_NAME_CHARACTERS
    assert len(metadata.description) == MAX_DESCRIPTION_CHARACTERS


@pytest.mark.parametrize(
    ("plugin", "kind"),
    [
        ("images", "images"),
        ("pr_curves", "curves"),
        ("mesh", "meshes"),
        ("custom_scalars", "layouts"),
        ("graph_keras_model", "graphs"),
        ("custom plugin", "tensors"),
    ],
)
def test_kinds_of_plugins(plugin: str, kind: str) -> None:
    value = Summary.Value(tensor=strings(b"x"), metadata=writer.plugin(plugin))
    assert resolve_metadata(evidence_of(value), None).kind == kind


def test_a_declared_data_class_makes_any_plugin_a_scalar() -> None:
    value = writer.tf2_scalar("loss", 1, first=True)
    value.metadata.plugin_data.plugin_name = "custom plugin"
    value.metadata.data_class = DATA_CLASS_SCALAR
    metadata = resolve_metadata(evidence_of(value), None)
    assert metadata.kind == "scalars"
    later = writer.tf2_scalar("loss", 1, first=False)
    assert resolve_metadata(evidence_of(later), metadata) == metadata


@pytest.mark.parametrize(
    ("read", "shape", "present"),
    [(read_histogram, (10, 3), 20), (read_mesh_part, (1, 10, 3), 20), (read_pr_curve, (6, 5), 12)],
)
def test_values_that_were_cut_are_never_filled_up(
    read: Callable[[Summary.Value], object], shape: tuple[int, ...], present: int
) -> None:
    whole = tensor(np.arange(30, dtype="<f4").reshape(shape))
    read(Summary.Value(tensor=whole))
    whole.tensor_content = whole.tensor_content[: 4 * present]
    with pytest.raises(DamagedDataError, match=f"30 elements was cut: it has only {present} of"):
        read(Summary.Value(tensor=whole))
