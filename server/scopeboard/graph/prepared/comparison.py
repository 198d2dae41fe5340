"""What a graph that is the union of two has beside other graphs: see `united`."""

from dataclasses import dataclass

from scopeboard.arrays import Indices
from scopeboard.graph.costs.costs import Costs
from scopeboard.graph.diff.union import UnionGraph


@dataclass(frozen=True, slots=True)
class Comparison:
    """The difference behind a graph.

    `before_costs` are the costs of the graph's ops in the first of the two graphs, 0 for ops that
    it lacks. `edge_status` has a value of `Status` for each annotated edge.
    """

    union: UnionGraph
    before_costs: Costs
    edge_status: Indices
