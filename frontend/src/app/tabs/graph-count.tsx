/** How many nodes the graph has that its tab opens first, beside the name of the tab. */
import { shortCountText } from "../../lib/format/number";
import { boot } from "../../state/base/boot";
import { firstGraph } from "../../state/graphs/default-graph";
import { graphList } from "../../state/graphs/graph-list";
import * as messages from "../messages";

/** To list more graphs, the server reads many files, and no one may open the tab. */
const MOST_GRAPHS = 40;

function NodeCount() {
  const list = graphList();
  list.useList();
  const graph = firstGraph((list.data.value?.graphs ?? []).filter(({ nodes }) => nodes > 0));
  if (graph === undefined) return null;
  return <span data-tooltip={messages.graphNodes(graph.nodes)}>{shortCountText(graph.nodes)}</span>;
}

/** A report lists its graphs only where it shows one. */
export function Count({ total }: { readonly total: number }) {
  return total > MOST_GRAPHS || boot.report !== null ? null : <NodeCount />;
}
