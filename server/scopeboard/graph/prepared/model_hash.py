"""The hash by which models of runs are equal: that of the whole structure, with its parameters.

Shapes and attributes do not count, as in `structure`: one model trained with other batch sizes,
learning rates or dropout rates is one model. The number of parameters of each op does count, so
that a wider layer makes another model.
"""

from typing import Final

import numpy as np

from scopeboard.graph.costs.parameters import count_parameters
from scopeboard.graph.hierarchy.annotations import annotate
from scopeboard.graph.hierarchy.grouping import NO_GROUPING
from scopeboard.graph.hierarchy.name_scopes import ROOT
from scopeboard.graph.hierarchy.tree import build_tree
from scopeboard.graph.model.hashing import hash_numbers, mix
from scopeboard.graph.model.op_graph import OpGraph
from scopeboard.graph.prepared.column_file import CACHE_VERSION
from scopeboard.graph.structure.structure import structure_hashes

MODEL_VERSION: Final = f"{CACHE_VERSION}, model 1"
"""The version of stored hashes; those of another version are ignored."""

_PARAMETERS, _MODEL = range(70, 72)  # salts


def model_hash(graph: OpGraph) -> str:
    """Return a text that is equal for graphs of one structure with equal numbers of parameters.

    Which weights are trainable does not count: only some graphs list that.
    """
    annotated = annotate(graph)
    structure = structure_hashes(annotated, build_tree(annotated, NO_GROUPING))[[ROOT]]
    counted = count_parameters(graph)
    parameters = counted.trainable + counted.non_trainable
    held = hash_numbers(parameters[parameters != 0], _PARAMETERS)
    total = mix(structure + np.add.reduce(held, dtype=np.uint64), _MODEL)
    return f"{int(total[0]):016x}"
