/** Brings what was searched, traced and coloured to the drawing. */
import { effect, type ReadonlySignal } from "@preact/signals";
import { Colouring } from "./colour/colouring";
import { Measured } from "./colour/measured";
import { openScopes, selectNode } from "./expansion";
import { Finding } from "./find/finding";
import type { GraphView } from "./graph-view";
import type { Stage } from "./stage";
import { Tracing } from "./trace/tracing";

/** The questions that are asked of one graph while it is on the page. */
export class Answers {
  readonly finding: Finding;
  readonly tracing: Tracing;
  readonly measured: Measured;
  readonly colouring: Colouring;
  private readonly stop: () => void;

  constructor(
    graph: string,
    view: GraphView,
    private readonly stage: ReadonlySignal<Stage | null>,
  ) {
    this.finding = new Finding(graph, view, (match) => this.goTo(match));
    this.tracing = new Tracing(graph, view);
    this.measured = new Measured(graph);
    this.colouring = new Colouring(graph, view, this.measured);
    this.stop = effect(() => {
      const { fills, unused } = this.colouring.colours.value;
      const [found, traced] = [this.finding.marks.value, this.tracing.traced.value];
      view.answers.value = { found, traced, fills, unused };
    });
  }

  dispose(): void {
    this.stop();
    this.finding.dispose();
    this.tracing.dispose();
    this.colouring.dispose();
    this.measured.dispose();
  }

  /** Opens the scopes that the server names: inside a call there are more than the name tells. */
  goTo({ node, scopes }: { readonly node: string; readonly scopes: readonly string[] }): void {
    openScopes(scopes);
    selectNode(node);
    this.stage.peek()?.reveal(node);
  }
}
