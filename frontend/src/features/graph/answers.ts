/** Brings what was searched, traced and coloured to the drawing. */
import { effect, type ReadonlySignal } from "@preact/signals";
import type { GraphMatch } from "../../api/types";
import { openScopes, selectNode } from "./expansion";
import { Finding } from "./find/finding";
import type { GraphView } from "./graph-view";
import type { Stage } from "./stage";
import { Tracing } from "./trace/tracing";

/** The questions that are asked of one graph while it is on the page. */
export class Answers {
  readonly finding: Finding;
  readonly tracing: Tracing;
  private readonly stop: () => void;

  constructor(graph: string, view: GraphView, stage: ReadonlySignal<Stage | null>) {
    this.finding = new Finding(graph, view, (match) => goTo(match, stage.peek()));
    this.tracing = new Tracing(graph, view);
    this.stop = effect(() => {
      const [found, traced] = [this.finding.marks.value, this.tracing.traced.value];
      view.answers.value = { ...view.answers.peek(), found, traced };
    });
  }

  dispose(): void {
    this.stop();
    this.finding.dispose();
    this.tracing.dispose();
  }
}

/** Opens the scopes that the server names, which are more than the name tells inside a call. */
function goTo({ node, scopes }: Pick<GraphMatch, "node" | "scopes">, stage: Stage | null): void {
  openScopes(scopes);
  selectNode(node);
  stage?.reveal(node);
}
