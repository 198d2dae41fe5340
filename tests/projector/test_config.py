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
    first, second = read_config(TORCH)
    assert first == EmbeddingConfig(
        "emb:00000",
        "00000/emb/tensors.tsv",
        "00000/emb/metadata.tsv",
        "",
        (),
        Sprite("00000/emb/sprite.png", 8, 4),
    )
    assert second == EmbeddingConfig('a"b', "b.bytes", "", "views.txt", (10, 3), None)


@pytest.mark.parametrize(
    "text",
    ["embeddings {", "}", "a: }", "a", "{ }", "\x00", "a: 1 ]", "a {" * 20 + "}" * 20],
)
def test_what_is_none_is_told_of(text: str) -> None:
    with pytest.raises(DamagedDataError):
        read_config(text)


@given(st.text(alphabet='embeddings{}<>[]:"\\# \n0123', max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
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
    (found,) = read_config(f'embeddings {{ tensor_path: "{text}" metadata_path: "\\xc3\\xa9\\n" }}')
    assert (found.tensor_path, found.metadata_path) == (path, "é\n")
