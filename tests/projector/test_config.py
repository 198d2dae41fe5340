"""Configurations of the projector, as PyTorch and TensorFlow write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopeboard.errors import DamagedDataError
from scopeboard.projector.config import EmbeddingConfig, Sprite, read_config

TORCH = """
embeddings {
  tensor_name: "emb:00000"
  tensor_path: "00000/emb/tensors.tsv"
  metadata_path: '00000/emb/metadata.tsv'  # a comment
  sprite {
    image_path: "00000/emb/sprite.png"
    single_image_dim: 8
    single_image_dim: 4
  }
}
embeddings: < tensor_name: "a\\"b" tensor_shape: [10, 3] tensor_path: "b.bytes"
  bookmarks_path: "views.txt" >
model_checkpoint_path: "x"
"""


def test_embeddings_with_their_files() -> None:
    first, second = read_config(TORCH).embeddings
    assert first == EmbeddingConfig(
        "emb:00000",
        "00000/emb/tensors.tsv",
        "00000/emb/metadata.tsv",
        "",
        (),
        Sprite("00000/emb/sprite.png", 8, 4),
    )
    assert second == EmbeddingConfig('a"b', "b.bytes", "", "views.txt", (10, 3), None)
    assert read_config(TORCH).checkpoint == "x"


@pytest.mark.parametrize(
    "text",
    ["embeddings {", "}", "a: }", "a", "{ }", "\x00", "a: 1 ]", "a {" * 2000 + "}" * 2000],
)
def test_other_texts_are_damaged_data(text: str) -> None:
    with pytest.raises(DamagedDataError):
        read_config(text)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('embeddings {\n  tensor_path: "a', "Line 2: String missing ending quote: '\"a'."),
        ('embeddings {\n  tensor_shape: "ten"\n}', 'Line 2: Couldn\'t parse integer: "ten".'),
        ("embeddings {\n\n" + "tensor_shape: 1 " * 100 + "x }", 'Line 3: Expected "{".'),
        ("x" * 5000, 'Line 1: Expected "{".'),
        ("a {" * 2000 + "}" * 2000, "It is nested too deep, or not UTF-8."),
    ],
)
def test_a_sentence_names_the_line_and_the_reason(text: str, sentence: str) -> None:
    with pytest.raises(DamagedDataError) as raised:
        read_config(text)
    assert str(raised.value) == sentence


def test_unknown_fields_and_invalid_values_are_ignored() -> None:
    (found,) = read_config(
        """
        later { field: [1, "a", x] other <more: 1.5> }
        embeddings {
          colour: RED; tensor_path: "a", tensor_path: "b.bytes"
          tensor_shape: [-1, 10, 0x10] sprite { image_path: "s.png" single_image_dim: [8] }
        }
        """
    ).embeddings
    assert found == EmbeddingConfig("", "b.bytes", "", "", (10, 16), None)


def test_bytes_that_are_no_utf_8_are_replaced() -> None:
    (found,) = read_config(r'embeddings { tensor_name: "a\377" tensor_path: "x\xffy" }').embeddings
    assert (found.name, found.tensor_path) == ("a\ufffd", "x\ufffdy")


def test_a_long_line_is_read_like_a_short_one() -> None:
    entry = "embeddings { tensor_path: 'a b\\'\"#' tensor_shape: [1,2] other: [%s] } # {"
    lines = [entry % ",".join(["7"] * n) for n in (1, 3000)]
    short, long = read_config("\n".join(lines)).embeddings
    assert short == long == EmbeddingConfig("", "a b'\"#", "", "", (1, 2), None)


@given(st.text(alphabet='embeddings{}<>[]:"\\# \n0123', max_size=60))
def test_any_text_is_read_or_damaged_data(text: str) -> None:
    try:
        read_config(f"embeddings {{ {text} }}")
    except DamagedDataError:
        return


def test_escapes_are_bytes_as_protobuf_writes_them() -> None:
    path = 'données/π "a"\n\t\\'
    text = "".join(
        rf"\{byte:03o}" if byte >= 127 or byte < 32 or byte in b'"\\' else chr(byte)
        for byte in path.encode()
    )
    config = f'embeddings {{ tensor_path: "{text}" metadata_path: "\\xc3\\xa9\\n" }}'
    (found,) = read_config(config).embeddings
    assert (found.tensor_path, found.metadata_path) == (path, "é\n")
