/** Brings what was searched, traced and coloured to the drawing. */
import { effect, type ReadonlySignal } from "@preact/signals";
import { type Place, placeOf } from "../scene/visible-ancestor";
import type { GraphSession } from "../session/graph-session";
import { findPlace } from "../session/locate-node";
import { SoughtNode } from "../session/resolve-selection";
import type { Stage } from "../viewport/viewport";
import { Colouring } from "./colour/colour-session";
import { Measured } from "./profile/profiled-step";
import { Finding } from "./search/search-session";
import { Tracing } from "./trace/trace-session";

/** The questions that are asked of one graph while it is on the page. */
export class Answers {
  readonly finding: Finding;
  readonly tracing: Tracing;
  readonly measured: Measured;
  readonly colouring: Colouring;
  readonly sought: SoughtNode;
  private readonly stop: () => void;

  constructor(
    private readonly session: GraphSession,
    private readonly stage: ReadonlySignal<Stage | null>,
  ) {
    const { graph, options } = session;
    this.finding = new Finding(session, (match) => this.goTo(match));
    this.tracing = new Tracing(session);
    this.measured = new Measured(graph.id, options.profile);
    this.colouring = new Colouring(session, this.measured);
    this.sought = new SoughtNode(session, {
      find: (name) => this.locate(name),
      goTo: (place) => this.goTo(place),
    });
    this.stop = effect(() => {
      const { fills, unused } = this.colouring.colours.value;
      const [found, traced] = [this.finding.marks.value, this.tracing.traced.value];
      session.answers.value = { found, traced, fills, unused };
    });
  }

  dispose(): void {
    this.stop();
    this.sought.dispose();
    this.finding.dispose();
    this.tracing.dispose();
    this.colouring.dispose();
    this.measured.dispose();
  }

  /**
   * Goes to a node by its name alone. Members of a series, and what is in the body of a function,
   * stand in scopes that only the server can tell.
   */
  async visit(name: string): Promise<void> {
    const here = placeOf(name);
    const isBox = name === "" || this.session.findNode(name) !== undefined;
    this.goTo(isBox ? here : ((await this.locate(name)) ?? here));
  }

  /** Opens the scopes that the server names: inside a call there are more than the name tells. */
  goTo({ name, node, scopes }: Place): void {
    const { options } = this.session;
    options.expansion.open(scopes);
    options.select(name ?? node);
    this.stage.peek()?.reveal(node);
  }

  private locate(name: string): Promise<Place | undefined> {
    return findPlace(this.session.graph.id, name, this.session.options);
  }
}
