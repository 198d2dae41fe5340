/** A small picture of the graph that the graph tab opens first. */
import type { ComponentType } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Graph } from "../../api/types";
import { firstGraph } from "../../state/graphs/default-graph";
import { graphList } from "../../state/graphs/graph-list";
import { followTabLink, type TabLink, tabLinks } from "../../state/shell/tab-links";
import { useInViewport } from "../../ui/lists/use-in-viewport";
import * as messages from "./messages";

/** Draws a graph; comes from the tab that draws graphs. */
export type GraphPicture = ComponentType<{ readonly graph: Graph }>;
export type LoadGraphPicture = () => Promise<GraphPicture>;

/** The layout of a larger top level takes the server long, and this preview is unrequested work. */
const MAX_OPS = 100_000;

interface GraphInLittleProps {
  readonly loadPicture: LoadGraphPicture;
}

export function GraphInLittle({ loadPicture }: GraphInLittleProps) {
  const link = tabLinks.value.find(({ id }) => id === "graph");
  return link === undefined ? null : <FirstGraph link={link} loadPicture={loadPicture} />;
}

function FirstGraph({ link, loadPicture }: GraphInLittleProps & { readonly link: TabLink }) {
  const list = graphList();
  list.useList();
  const graphs = list.data.value?.graphs ?? [];
  const shown = firstGraph(graphs.filter(({ nodes }) => nodes > 0));
  if (shown === undefined) return null;
  return (
    <section class="overview-graph" aria-labelledby="overview-graph">
      <h2 id="overview-graph">{messages.graph}</h2>
      <button type="button" onClick={() => followTabLink(link)}>
        {shown.nodes <= MAX_OPS && <Picture graph={shown} load={loadPicture} />}
        <span>
          {messages.nodeCount(shown.nodes)}
          <small>
            {[shown.run, shown.tag].filter(Boolean).join(" · ")}
            {graphs.length > 1 && messages.oneOfGraphs(graphs.length)}
          </small>
        </span>
      </button>
    </section>
  );
}

/** Loaded when it comes into sight; without it there is the number of nodes. */
function Picture({ graph, load }: { graph: Graph; load: LoadGraphPicture }) {
  const place = useRef<HTMLDivElement>(null);
  const isInSight = useInViewport(place);
  const [picture, setPicture] = useState<{ view: GraphPicture } | null>(null);
  useEffect(() => {
    if (!isInSight || picture !== null) return;
    load().then(
      (view) => setPicture({ view }),
      () => setPicture(null),
    );
  }, [isInSight]);
  return (
    <div class="little-graph" ref={place}>
      {picture !== null && <picture.view graph={graph} key={graph.id} />}
    </div>
  );
}
