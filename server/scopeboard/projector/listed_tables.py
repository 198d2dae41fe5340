"""The embeddings of a run with all tables of its checkpoint."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from scopeboard.projector.config import MAX_EMBEDDINGS, EmbeddingConfig


def with_tables(
    configs: Sequence[EmbeddingConfig], tables: Mapping[str, tuple[int, int]]
) -> list[EmbeddingConfig]:
    """Return the configured embeddings, then the other tables of the checkpoint by name.

    As in TensorBoard, an entry that names neither a tensor nor a file stands for each of these
    tables: its metadata and bookmarks are theirs.
    """
    every = EmbeddingConfig("", "", "", "", (), None)
    if configs and not configs[0].name and not configs[0].tensor_path:
        every, *configs = configs
    listed = []
    for config in configs:
        name = config.name.removesuffix(":0")
        in_checkpoint = not config.tensor_path and name in tables
        listed.append(replace(config, name=name, shape=tables[name]) if in_checkpoint else config)
    names = {config.name for config in listed}
    listed += [
        replace(every, name=name, shape=shape)
        for name, shape in sorted(tables.items())
        if name not in names
    ]
    return listed[:MAX_EMBEDDINGS]
