/**
 * Restores a graph as it was left, and saves what the viewer does: choices that all viewers share on
 * the server, and where this viewer looks in the browser.
 *
 * The address always wins: what was saved is shown only where the address says nothing of the graph.
 * Notes alone are united, for nobody means to lose one by following a link.
 */
import { effect, type ReadonlySignal, signal } from "@preact/signals";
import { getChoices } from "../../../api/resources";
import type { Graph } from "../../../api/types";
import { absorbChanges } from "../../../state/address/undo";
import { settleHistory } from "../../../state/address/url-state";
import { KeptPart, type KeptState } from "../../../state/server/shared-document";
import { chosenGraph, openedScopes, selectedNode, selectNode } from "../options/expansion";
import {
  applyChoices,
  type Choices,
  currentChoices,
  ownChoices,
  sharedChoices,
} from "../options/graph-options";
import { parseNote } from "../options/node-marks";
import {
  isSameKept,
  type KeptGraph,
  mergeKept,
  NOTHING_KEPT,
  parseKeptGraph,
} from "../options/saved-options";
import { chosenCameraText, keepCamera, parseCamera } from "./camera-memory";
import { placeOf } from "./displayed-graph";
import {
  findOwnView,
  findViewBefore,
  isSameOwnView,
  type OwnView,
  writeOwnView,
} from "./local-view";
import { findPlace } from "./locate-node";
import { matchChoices, namedNodes, type Unmatched } from "./stale-options";

/** Names in one question to the server, so that its address has room for them. */
const NAMES_AT_ONCE = 50;
/** A server that does not answer soon keeps nobody from the graph. */
const PATIENCE_MS = 3000;
/** A camera that moves is written when it rests. */
const REST_MS = 300;

/** Places of graphs whose choices a newer graph takes over; those noted longest ago go first. */
const MAX_PLACES = 3000;

/** Which graph was last at a run and tag, by fingerprint. */
type Places = Readonly<Record<string, string>>;

function parsePlaces(value: unknown): Places | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const texts = Object.entries(value).filter(([, each]) => typeof each === "string");
  return Object.fromEntries(texts) as Places;
}

const places = new KeptPart<Places>("graphs", {
  parse: parsePlaces,
  merge: (_, mine, theirs) => ({ ...theirs, ...mine }),
});

const NOWHERE: OwnView = { choices: {}, node: "", camera: "" };

export class GraphMemory {
  /** What was kept for this place and names nothing in the graph as it is now. */
  readonly unmatched = signal<readonly Unmatched[]>([]);
  private readonly part: KeptPart<KeptGraph>;
  private seen: KeptGraph = keptNow();
  private seenView: OwnView = ownViewNow();
  private stop: () => void = () => {};
  private stopFollowing: () => void = () => {};
  /** While a change of the view waits to be written. */
  private resting: ReturnType<typeof setTimeout> | undefined;
  /** What the address said of which graph is shown when it became this one. */
  private readonly chosen = chosenGraph.peek();
  private unknown: ReadonlySet<string> = new Set();
  /** What was selected and is not there any more; empty for nothing. */
  private lost = "";
  private theirs: KeptGraph | undefined;
  private isPlaced = false;
  private isDisposed = false;

  constructor(private readonly graph: Graph) {
    this.part = partOf(graph.fingerprint, (kept) => this.showTheirs(kept));
  }

  get state(): ReadonlySignal<KeptState> {
    return this.part.state;
  }

  /** Shows what was saved, if anything, and begins to save what changes. */
  async recall(): Promise<void> {
    if (this.graph.fingerprint === "") return;
    const [kept, view] = await Promise.all([
      withPatience(this.findShared()),
      withPatience(this.findView()),
    ]);
    if (this.isDisposed) return;
    if (kept !== undefined || view !== undefined) this.show(kept, view);
    this.seen = keptNow();
    this.seenView = ownViewNow();
    this.beginToKeep();
  }

  /** Learns what `takeOver` needs: what of the choices this graph lacks, and what is kept of it. */
  async compare(): Promise<void> {
    const selected = selectedNode.peek();
    const named = { ...currentChoices(), open: [...openedScopes.peek(), selected] };
    const answers = Promise.all([this.unknownIn(named), this.part.load()]);
    const [unknown = this.unknown, theirs] = (await withPatience(answers)) ?? [];
    this.unknown = unknown;
    this.theirs = theirs;
    // A constant is no node that anything is chosen for, and yet may be selected.
    const isLost =
      unknown.has(selected) && !(await withPatience(findPlace(this.graph.id, selected)));
    this.lost = isLost ? selected : "";
  }

  /**
   * Goes on with what was chosen for the graph that was on show until now, without what this one
   * lacks, together with what was kept of this one; and keeps it.
   */
  takeOver(): void {
    const { matching, unmatched } = matchChoices(currentChoices(), this.unknown);
    this.unmatched.value = unmatched;
    const mine: KeptGraph = { ...NOTHING_KEPT, choices: sharedChoices(matching) };
    const { choices } = this.theirs ? mergeKept(undefined, mine, this.theirs) : mine;
    applyChoices({ ...choices, ...ownChoices(matching) });
    if (this.lost === selectedNode.peek()) selectNode("");
    settleHistory();
    absorbChanges();
    this.seen = NOTHING_KEPT;
    this.seenView = NOWHERE;
    this.beginToKeep();
  }

  private beginToKeep(): void {
    if (this.isDisposed || this.graph.fingerprint === "") return;
    this.stop = effect(() => this.note());
    this.stopFollowing = this.part.follow();
    addEventListener("pagehide", this.leave);
  }

  dispose(): void {
    this.isDisposed = true;
    this.stop();
    this.stopFollowing();
    removeEventListener("pagehide", this.leave);
    this.writeView();
    void this.part.flush();
  }

  private readonly leave = (): void => {
    this.writeView();
    void this.part.flush(true);
  };

  private async findShared(): Promise<KeptGraph | undefined> {
    const [own, known] = await Promise.all([this.part.load(), places.load()]);
    const place = placeOf(this.graph);
    const before = known?.[place];
    if (own !== undefined || before === undefined || before === this.graph.fingerprint) return own;
    const old = await partOf(before).load();
    return old && { version: 1, choices: await this.matched(old.choices) };
  }

  private async findView(): Promise<OwnView | undefined> {
    const own = findOwnView(this.graph);
    const before = own ?? findViewBefore(this.graph);
    if (own !== undefined || before === undefined) return own;
    const choices = await this.matched(before.choices);
    const isKnown = before.node !== "" && !(await this.unknownIn({ open: [before.node] })).size;
    // The camera belongs to the drawing as it was.
    return { choices, node: isKnown ? before.node : "", camera: "" };
  }

  /** Choices for the graph that was here before, without those that match nothing in this one. */
  private async matched(choices: Choices): Promise<Choices> {
    const { matching, unmatched } = matchChoices(choices, await this.unknownIn(choices));
    this.unmatched.value = [...this.unmatched.peek(), ...unmatched];
    return matching;
  }

  private async unknownIn(choices: Choices): Promise<ReadonlySet<string>> {
    const names = namedNodes(choices).filter((name) => name !== "");
    const unknown = new Set<string>();
    for (let at = 0; at < names.length; at += NAMES_AT_ONCE) {
      const node = names.slice(at, at + NAMES_AT_ONCE);
      const { group = [] } = choices;
      const answer = await getChoices(this.graph.id, { node, group });
      for (const name of answer.unknown) unknown.add(name);
    }
    return unknown;
  }

  private show({ choices } = NOTHING_KEPT, view = NOWHERE): void {
    const now = currentChoices();
    if (saysSomething(now)) {
      applyChoices({ ...now, note: unitedNotes(choices.note ?? [], now.note ?? []) });
    } else {
      applyChoices({ ...choices, ...view.choices });
      selectNode(view.node);
      const outlook = parseCamera(view.camera);
      if (outlook !== undefined) keepCamera(this.graph.id, outlook);
    }
    settleHistory();
    absorbChanges();
  }

  /** Shows choices with what others changed of them; what only this browser has stays. */
  private showTheirs({ choices }: KeptGraph): void {
    if (this.isDisposed) return;
    applyChoices({ ...choices, ...ownChoices(currentChoices()) });
    this.seen = keptNow();
    settleHistory();
    absorbChanges();
  }

  private note(): void {
    const [now, view] = [keptNow(), ownViewNow()];
    // What is chosen together with another graph is about that one.
    if (!this.isChosen(chosenGraph.value)) return;
    if (!isSameOwnView(view, this.seenView)) {
      this.seenView = view;
      clearTimeout(this.resting);
      this.resting = setTimeout(() => this.writeView(), REST_MS);
    }
    if (isSameKept(now, this.seen)) return;
    this.seen = now;
    this.part.save(now);
    if (!this.isPlaced && this.part.state.peek() !== "read-only") void this.keepPlace();
  }

  /** Writes the view if a change of it waits. */
  private writeView(): void {
    if (this.resting === undefined) return;
    clearTimeout(this.resting);
    this.resting = undefined;
    writeOwnView(this.graph, this.seenView);
  }

  private isChosen(id: string): boolean {
    return id === this.graph.id || id === this.chosen;
  }

  /** So that a newer graph of the same run finds what was chosen for this one. */
  private async keepPlace(): Promise<void> {
    this.isPlaced = true;
    const place = placeOf(this.graph);
    const { fingerprint } = this.graph;
    const known = await withPatience(places.load());
    if (known?.[place] === fingerprint) return;
    const others = Object.entries(known ?? {}).filter(([other]) => other !== place);
    places.save(Object.fromEntries([...others.slice(1 - MAX_PLACES), [place, fingerprint]]));
  }
}

function partOf(
  fingerprint: string,
  onMerged: (kept: KeptGraph) => void = () => {},
): KeptPart<KeptGraph> {
  return new KeptPart<KeptGraph>(`graph:${fingerprint}`, {
    parse: parseKeptGraph,
    merge: mergeKept,
    onMerged,
  });
}

function keptNow(): KeptGraph {
  return { version: 1, choices: sharedChoices(currentChoices()) };
}

function ownViewNow(): OwnView {
  const choices = ownChoices(currentChoices());
  return { choices, node: selectedNode.value, camera: chosenCameraText.value };
}

/** Whether the address tells what to see of the graph. */
function saysSomething(choices: Choices): boolean {
  if (chosenCameraText.peek() !== "") return true;
  return Object.keys(choices).length > 0 || selectedNode.peek() !== "";
}

/** The address's notes, and those kept for other nodes. */
function unitedNotes(kept: readonly string[], said: readonly string[]): string[] {
  const names = new Set(said.map((text) => parseNote(text)?.[0][0]));
  return [...kept.filter((text) => !names.has(parseNote(text)?.[0][0])), ...said];
}

async function withPatience<T>(answer: Promise<T>): Promise<T | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS, undefined));
  return Promise.race([answer.catch(() => undefined), late]);
}
