/** A small picture of the largest graph, as most others are parts or repetitions of it. */
import type { ComponentType } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { getGraphs } from "../../api/resources";
import type { Graph } from "../../api/types";
import { counted } from "../../lib/number-text";
import { followTabLink, tabLinks } from "../../state/tab-links";
import { useAnswer } from "../../state/use-answer";
import { useVisible } from "../../ui/use-visible";

/** Draws a graph by its id; comes from the tab that draws graphs. */
export type GraphPicture = ComponentType<{ readonly graph: string }>;
export type LoadGraphPicture = () => Promise<GraphPicture>;

/** To lay out the top level of more ops takes the server long, and nobody has asked for it. */
const MOST_OPS = 100_000;

interface GraphInLittleProps {
  readonly loadPicture: LoadGraphPicture;
}

export function GraphInLittle({ loadPicture }: GraphInLittleProps) {
  const link = tabLinks.value.find(({ id }) => id === "graph");
  const key = link === undefined ? null : "graphs";
  const { data } = useAnswer(key, (signal) => getGraphs(signal));
  const graphs = data?.graphs ?? [];
  const largest = largestOf(graphs);
  if (link === undefined || largest === undefined) return null;
  return (
    <section class="overview-graph" aria-labelledby="overview-graph">
      <h2 id="overview-graph">Graph</h2>
      <button type="button" onClick={() => followTabLink(link)}>
        {largest.nodes <= MOST_OPS && <Picture graph={largest.id} load={loadPicture} />}
        <span>
          {counted(largest.nodes, "node")}
          <small>
            {[largest.run, largest.tag].filter(Boolean).join(" · ")}
            {graphs.length > 1 && `, the largest of ${counted(graphs.length, "graph")}`}
          </small>
        </span>
      </button>
    </section>
  );
}

function largestOf(graphs: readonly Graph[]): Graph | undefined {
  const drawable = graphs.filter(({ nodes }) => nodes > 0);
  return drawable.sort((one, other) => other.nodes - one.nodes)[0];
}

/** Loaded when it comes into sight; without it there is the number of nodes. */
function Picture({ graph, load }: { graph: string; load: LoadGraphPicture }) {
  const place = useRef<HTMLDivElement>(null);
  const isInSight = useVisible(place);
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
      {picture !== null && <picture.view graph={graph} key={graph} />}
    </div>
  );
}
