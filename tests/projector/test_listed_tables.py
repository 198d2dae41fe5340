"""Embeddings of a configuration beside the tables of a checkpoint."""

from scopeboard.projector.config import read_config
from scopeboard.projector.listed_tables import with_tables

TABLES = {"words": (7, 3), "again": (2, 2)}


def names_of(config: str) -> list[tuple[str, tuple[int, ...], str]]:
    """Return name, shape and metadata of each embedding that is listed."""
    listed = with_tables(read_config(config).embeddings, TABLES)
    return [(each.name, each.shape, each.metadata_path) for each in listed]


def test_tables_follow_those_of_the_configuration() -> None:
    config = """
    embeddings { tensor_name: "words:0" metadata_path: "w.tsv" }
    embeddings { tensor_name: "file" tensor_path: "v.tsv" }
    embeddings { tensor_name: "gone" }
    """
    assert names_of(config) == [
        ("words", (7, 3), "w.tsv"),
        ("file", (), ""),
        ("gone", (), ""),
        ("again", (2, 2), ""),
    ]


def test_an_entry_without_a_name_stands_for_every_table() -> None:
    assert names_of('embeddings { metadata_path: "all.tsv" }') == [
        ("again", (2, 2), "all.tsv"),
        ("words", (7, 3), "all.tsv"),
    ]


def test_a_file_may_be_called_like_a_table() -> None:
    config = 'embeddings { tensor_name: "words" tensor_path: "v.tsv" }'
    assert names_of(config) == [("words", (), ""), ("again", (2, 2), "")]
