/**
 * All options of one session: what the viewer chose to see of a graph, and where from.
 *
 * The options of the graph tab are in the address of the page (`addressOptions`). A thumbnail, a
 * test or a second pane has its own in memory (`memoryOptions`). A session reads and writes no
 * other options than those that it is constructed with.
 */
import { batch, type ReadonlySignal, type Signal } from "@preact/signals";
import { hasSameValues } from "../../../lib/algorithms/deep-equal";
import { defaultOf } from "../../../state/address/keys";
import { CameraOptions } from "./camera";
import { CHOICE_LISTS, CHOICE_TEXTS, type Choices, ownChoices, sharedChoices } from "./choices";
import { ColourOptions } from "./colour-by";
import { ComparisonOptions } from "./comparison";
import { Expansion } from "./expansion";
import { Extraction } from "./extraction";
import { HiddenKinds } from "./hidden-kinds";
import { HotSpotOptions } from "./hot-spots";
import { LayoutSettings } from "./layout-options";
import { NodeMarks } from "./node-marks";
import type { OpenedView, OptionHistory, OptionStore } from "./option-store";
import { PanelOptions } from "./panels";
import { ProfileOptions } from "./profile";
import { SearchOptions } from "./search";
import { TraceOptions } from "./trace";

export class GraphOptions {
  readonly extraction: Extraction;
  readonly hiddenKinds: HiddenKinds;
  readonly marks: NodeMarks;
  readonly layout: LayoutSettings;
  readonly colour: ColourOptions;
  readonly comparison: ComparisonOptions;
  readonly hotSpots: HotSpotOptions;
  readonly profile: ProfileOptions;
  readonly search: SearchOptions;
  readonly trace: TraceOptions;
  readonly camera: CameraOptions;
  readonly panels: PanelOptions;
  /** The id of the chosen graph; empty for the one that is shown first. */
  readonly chosenGraph: ReadonlySignal<string>;
  /** The name of the selected node; empty for none. */
  readonly selectedNode: ReadonlySignal<string>;
  /** The name of the selected edge, see `edgeName`; empty for none. A node or an edge is selected. */
  readonly selectedEdge: ReadonlySignal<string>;
  readonly history: OptionHistory;
  readonly openedView: Signal<OpenedView | null>;
  private readonly graph: Signal<string>;
  private readonly node: Signal<string>;
  private readonly edge: Signal<string>;
  private readonly opened: Signal<string[]>;
  private readonly closed: Signal<string[]>;

  constructor(readonly store: OptionStore) {
    this.extraction = new Extraction(store);
    this.hiddenKinds = new HiddenKinds(store);
    this.marks = new NodeMarks(store);
    this.layout = new LayoutSettings(store);
    this.colour = new ColourOptions(store);
    this.comparison = new ComparisonOptions(store);
    this.hotSpots = new HotSpotOptions(store);
    this.profile = new ProfileOptions(store);
    this.search = new SearchOptions(store);
    this.trace = new TraceOptions(store);
    this.camera = new CameraOptions(store);
    this.panels = new PanelOptions(store);
    this.graph = this.chosenGraph = store.text("graph");
    this.node = this.selectedNode = store.text("node");
    this.edge = this.selectedEdge = store.text("edge");
    this.opened = store.list("open");
    this.closed = store.list("closed");
    this.history = store.history;
    this.openedView = store.openedView;
  }

  /** What is open in a graph in which these scopes are open at first. */
  expansionFrom(first: ReadonlySignal<readonly string[]>): Expansion {
    return new Expansion(this.store, first);
  }

  /** Shows another graph, for which nothing is chosen so far. */
  chooseGraph(id: string): void {
    batch(() => {
      this.graph.value = id;
      this.apply({});
      this.select("");
      this.camera.forget();
      this.trace.forget();
      this.hotSpots.forgetScope();
      this.comparison.compare();
    });
    this.store.commit();
  }

  /** Names a newer graph of the same run and tag in the place of one that was named. */
  followGraph(from: string, to: string): void {
    if (this.graph.peek() === from) this.graph.value = to;
  }

  /**
   * Names the graph on show, once an option of it is set: when a link is opened, another graph may
   * be the newest.
   */
  nameGraphOnceUsed(id: string): void {
    const isUsed =
      this.opened.value.length + this.closed.value.length > 0 ||
      this.node.value !== "" ||
      this.camera.text.value !== "";
    if (isUsed && this.graph.value === "") this.graph.value = id;
  }

  /** Selecting a node is no step of the history. */
  select(name: string): void {
    batch(() => {
      this.node.value = name;
      this.edge.value = "";
    });
  }

  selectEdge(name: string): void {
    batch(() => {
      this.node.value = "";
      this.edge.value = name;
    });
  }

  /**
   * Leads back to where the graph begins: the scopes open at first, nothing selected, searched, traced or
   * listed, the whole drawing. What all viewers share stays, and so does the style of the drawing.
   */
  startAfresh(): void {
    batch(() => {
      this.opened.value = [];
      this.closed.value = [];
      this.node.value = "";
      this.search.close();
      this.trace.forget();
      this.hotSpots.close();
      this.camera.forget();
    });
    this.store.commit();
  }

  /** Whether anything is chosen that all viewers of the graph share. */
  hasSharedChoices(): boolean {
    return Object.keys(sharedChoices(this.choices())).length > 0;
  }

  /** Resets what all viewers share to the defaults, in one step. */
  resetShared(): void {
    this.apply(ownChoices(this.choices()));
    this.store.commit();
  }

  /** All choices; an effect that reads them runs again with every choice. */
  choices(): Choices {
    const choices: Record<string, readonly string[]> = {};
    for (const key of CHOICE_LISTS) {
      const { value } = this.store.list(key);
      if (value.length > 0) choices[key] = value;
    }
    for (const key of CHOICE_TEXTS) {
      const { value } = this.store.text(key);
      if (value !== defaultOf(key)) choices[key] = [value];
    }
    return choices;
  }

  /** Chooses all of this and nothing else, as a part of an action. */
  apply(choices: Choices): void {
    batch(() => {
      for (const key of CHOICE_LISTS) {
        const list = this.store.list(key);
        const wanted = choices[key] ?? [];
        if (!hasSameValues(list.peek(), wanted)) list.value = [...wanted];
      }
      for (const key of CHOICE_TEXTS) {
        this.store.text(key).value = choices[key]?.[0] ?? defaultOf(key);
      }
    });
  }

  /** Ends an action of the viewer: its changes are one step of the history. */
  commit(): void {
    this.store.commit();
  }

  /** Joins changes that the page made to the last step of the history. */
  settle(): void {
    this.store.settle();
  }

  /** The options as a query without `?`, for links. */
  query(): string {
    return this.store.search();
  }
}
