/** The graphs of a comparison as chips: which is the base, and which is shown against it. */
import { batch } from "@preact/signals";
import type { Graph } from "../../../api/types";
import { graphFacts, graphTitle } from "../../../state/graphs/graph-title";
import { Button, IconButton } from "../../../ui/controls/button";
import * as lateMessages from "../late/messages";
import type { GraphOptions } from "../options/graph-options";
import { useOptions } from "../session/session-context";
import { type ComparedSet, withBase, withGraph, withoutGraph } from "./compared-set";
import "./compared-graphs.css";

interface ComparedGraphsProps {
  readonly graphs: readonly Graph[];
  readonly set: ComparedSet;
}

export function ComparedGraphs({ graphs, set }: ComparedGraphsProps) {
  const options = useOptions();
  const named = (id: string): Graph[] => graphs.filter((graph) => graph.id === id);
  const show = (next: ComparedSet): void => showCompared(options, next);
  return (
    <section class="graph-compared" aria-label={lateMessages.comparedGraphs}>
      <label>
        {lateMessages.baseGraph}
        <select
          value={set.base}
          onChange={(change) => show(withBase(set, change.currentTarget.value))}
        >
          {[set.base, ...set.others].flatMap(named).map((graph) => (
            <option key={graph.id} value={graph.id}>
              {graphTitle(graph)}
            </option>
          ))}
        </select>
      </label>
      {set.others.flatMap(named).map((graph) => (
        <span class="graph-compared-chip" key={graph.id} data-tooltip={graphFacts(graph)}>
          <Button
            look="quiet"
            pressed={graph.id === set.shown}
            onClick={() => show(withGraph(set, graph.id))}
          >
            {graphTitle(graph)}
          </Button>
          <IconButton
            icon="close"
            label={lateMessages.removeFromComparison(graphTitle(graph))}
            onClick={() => show(withoutGraph(set, graph.id))}
          />
        </span>
      ))}
    </section>
  );
}

/** Shows a graph against the base; how the difference is shown stays. */
export function showCompared(options: GraphOptions, { base, shown, others }: ComparedSet): void {
  const { camera, comparison, hotSpots, store, trace } = options;
  const [side, list] = [comparison.side.peek(), comparison.list.peek()];
  batch(() => {
    if (options.chosenGraph.peek() !== shown || comparison.against.peek() !== base) {
      store.text("graph").value = shown;
      options.apply({});
      options.select("");
      camera.forget();
      trace.forget();
      hotSpots.forgetScope();
      comparison.compare(base);
      comparison.side.value = side;
      comparison.list.value = list;
    }
    store.list("against_among").value = others.length > 1 ? [...others] : [];
  });
  options.commit();
}
