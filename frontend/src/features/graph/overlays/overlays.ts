/** Brings what was searched, traced and coloured to the drawing. */

import { effect, type ReadonlySignal } from "@preact/signals";
import type { GraphMatch } from "../../../api/types";
import { type NodePath, pathByName } from "../scene/visible-ancestor";
import type { GraphSession } from "../session/graph-session";
import { locateNode } from "../session/locate-node";
import { SelectionResolver } from "../session/resolve-selection";
import type { Placing, Viewport } from "../viewport/viewport";
import { ColourSession } from "./colour/colour-session";
import { ProfiledStep } from "./profile/profiled-step";
import { SearchSession } from "./search/search-session";
import { TraceSession } from "./trace/trace-session";

/** The search, the trace, the profile and the colours of one graph on the page. */
export class Overlays {
  readonly search: SearchSession;
  readonly trace: TraceSession;
  readonly measured: ProfiledStep;
  readonly colouring: ColourSession;
  readonly resolver: SelectionResolver;
  private readonly stop: () => void;

  constructor(
    private readonly session: GraphSession,
    private readonly viewport: ReadonlySignal<Viewport | null>,
  ) {
    const { graph, options } = session;
    this.search = new SearchSession(session, (match) => this.goTo(match));
    this.trace = new TraceSession(session);
    this.measured = new ProfiledStep(graph.id, options.profile);
    this.colouring = new ColourSession(session, this.measured);
    this.resolver = new SelectionResolver(session, {
      find: (name) => this.locate(name),
      goTo: (place) => this.goTo(place),
    });
    this.stop = effect(() => {
      const { fills, unused, shares } = this.colouring.colours.value;
      const [found, traced] = [this.search.marks.value, this.trace.traced.value];
      session.overlays.value = { found, traced, fills, unused, shares };
    });
  }

  dispose(): void {
    this.stop();
    this.resolver.dispose();
    this.search.dispose();
    this.trace.dispose();
    this.colouring.dispose();
    this.measured.dispose();
  }

  /**
   * Goes to a node by its name alone. Members of a series, and what is in the body of a function,
   * stand in scopes that only the server can tell.
   */
  async visit(name: string): Promise<void> {
    const here = pathByName(name);
    const isBox = name === "" || this.session.findNode(name) !== undefined;
    this.select(isBox ? here : ((await this.locate(name)) ?? here), "bringIntoView");
  }

  /** Shows a node that was found in the middle, large enough to be read. */
  goTo(place: NodePath): void {
    this.select(place, "showFound");
  }

  /** Opens the scopes that the server names: inside a call there are more than the name tells. */
  private select({ name, node, scopes }: NodePath, placing: Placing): void {
    const { expansion, options } = this.session;
    expansion.open(scopes);
    options.select(name ?? node);
    this.viewport.peek()?.reveal(node, placing);
  }

  private locate(name: string): Promise<GraphMatch | undefined> {
    return locateNode(this.session.graph.id, name, this.session.options);
  }
}
