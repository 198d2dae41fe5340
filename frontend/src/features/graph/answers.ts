/** Brings what was searched, traced and coloured to the drawing. */
import { effect, type ReadonlySignal } from "@preact/signals";
import type { GraphMatch } from "../../api/types";
import { openScopes, selectNode } from "./expansion";
import { Finding } from "./find/finding";
import type { GraphView } from "./graph-view";
import type { Stage } from "./stage";

/** The questions that are asked of one graph while it is on the page. */
export class Answers {
  readonly finding: Finding;
  private readonly stop: () => void;

  constructor(graph: string, view: GraphView, stage: ReadonlySignal<Stage | null>) {
    this.finding = new Finding(graph, view, (match) => goTo(match, stage.peek()));
    this.stop = effect(() => {
      view.answers.value = { ...view.answers.peek(), found: this.finding.marks.value };
    });
  }

  dispose(): void {
    this.stop();
    this.finding.dispose();
  }
}

/** Opens the scopes that the server names, which are more than the name tells inside a call. */
function goTo({ node, scopes }: Pick<GraphMatch, "node" | "scopes">, stage: Stage | null): void {
  openScopes(scopes);
  selectNode(node);
  stage?.reveal(node);
}
