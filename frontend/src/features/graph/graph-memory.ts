/**
 * Brings back what was kept of a graph when it is shown, and keeps what the viewer does.
 *
 * The address always wins: what is kept is shown only where the address says nothing of the graph.
 * Notes alone are united, for nobody means to lose one by following a link.
 */
import { effect, type ReadonlySignal, signal } from "@preact/signals";
import { getChoices } from "../../api/resources";
import type { Graph } from "../../api/types";
import { KeptPart, type KeptState } from "../../state/kept";
import { absorbChanges } from "../../state/undo";
import { settleHistory } from "../../state/url";
import { chosenGraph, openedScopes, selectedNode, selectNode } from "./expansion";
import { findPlace } from "./find/find-place";
import { placeOf } from "./followed-graph";
import { chosenCameraText, keepCamera, parseCamera } from "./kept-camera";
import {
  isSameKept,
  type KeptGraph,
  mergeKept,
  NOTHING_KEPT,
  parseKeptGraph,
  withoutOpen,
} from "./kept-graph";
import { matchChoices, namedNodes, type Unmatched } from "./named-nodes";
import { parseNote } from "./node-marks";
import { applyChoices, areSameChoices, type Choices, currentChoices } from "./view-choices";

/** Names in one question to the server, so that its address has room for them. */
const NAMES_AT_ONCE = 50;
/** A server that does not answer soon keeps nobody from the graph. */
const PATIENCE_MS = 3000;

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

export class GraphMemory {
  /** What was kept for this place and names nothing in the graph as it is now. */
  readonly unmatched = signal<readonly Unmatched[]>([]);
  private readonly part: KeptPart<KeptGraph>;
  private seen: KeptGraph = keptNow();
  private stop: () => void = () => {};
  /** What the address said of which graph is shown when it became this one. */
  private readonly chosen = chosenGraph.peek();
  private unknown: ReadonlySet<string> = new Set();
  /** What was selected and is not there any more; empty for nothing. */
  private lost = "";
  private theirs: KeptGraph | undefined;
  private isPlaced = false;
  private isDisposed = false;

  constructor(private readonly graph: Graph) {
    this.part = partOf(graph.fingerprint);
  }

  get state(): ReadonlySignal<KeptState> {
    return this.part.state;
  }

  /** Shows what was kept, if anything, and begins to keep what changes. */
  async recall(): Promise<void> {
    if (this.graph.fingerprint === "") return;
    const kept = await withPatience(this.find());
    if (this.isDisposed) return;
    if (kept !== undefined) this.show(kept);
    this.seen = keptNow();
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
    const mine: KeptGraph = { ...NOTHING_KEPT, choices: withoutOpen(matching) };
    const { choices } = this.theirs ? mergeKept(undefined, mine, this.theirs) : mine;
    applyChoices({ ...choices, open: matching.open ?? [] });
    if (this.lost === selectedNode.peek()) selectNode("");
    settleHistory();
    absorbChanges();
    this.seen = NOTHING_KEPT;
    this.beginToKeep();
  }

  private beginToKeep(): void {
    if (this.isDisposed || this.graph.fingerprint === "") return;
    this.stop = effect(() => this.note());
    addEventListener("pagehide", this.leave);
  }

  dispose(): void {
    this.isDisposed = true;
    this.stop();
    removeEventListener("pagehide", this.leave);
    void this.part.flush();
  }

  private readonly leave = (): void => {
    void this.part.flush(true);
  };

  private async find(): Promise<KeptGraph | undefined> {
    const [own, known] = await Promise.all([this.part.load(), places.load()]);
    const place = placeOf(this.graph);
    const before = known?.[place];
    if (own !== undefined || before === undefined || before === this.graph.fingerprint) return own;
    return this.adopt(before);
  }

  /** Takes over what was chosen for the graph that was here before, as far as it matches. */
  private async adopt(fingerprint: string): Promise<KeptGraph | undefined> {
    const old = await partOf(fingerprint).load();
    if (old === undefined) return undefined;
    const all = { ...old.choices, open: old.view.open };
    const { matching, unmatched } = matchChoices(all, await this.unknownIn(all));
    this.unmatched.value = unmatched;
    const { open = [], ...choices } = matching;
    // The camera belongs to the drawing as it was.
    return { version: 1, choices, view: { open, node: "", camera: "" } };
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

  private show({ choices, view }: KeptGraph): void {
    const now = currentChoices();
    if (saysSomething(now)) {
      applyChoices({ ...now, note: unitedNotes(choices.note ?? [], now.note ?? []) });
    } else {
      applyChoices({ ...choices, open: view.open });
      selectNode(view.node);
      const outlook = parseCamera(view.camera);
      if (outlook !== undefined) keepCamera(this.graph.id, outlook);
    }
    settleHistory();
    absorbChanges();
  }

  private note(): void {
    const now = keptNow();
    // What is chosen together with another graph is about that one.
    if (!this.isChosen(chosenGraph.value) || isSameKept(now, this.seen)) return;
    const isOnlyView = areSameChoices(now.choices, this.seen.choices);
    this.seen = now;
    this.part.save(now, isOnlyView);
    if (!this.isPlaced && this.part.state.peek() !== "read-only") void this.keepPlace();
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
    if (known?.[place] !== fingerprint) places.save({ ...known, [place]: fingerprint });
  }
}

function partOf(fingerprint: string): KeptPart<KeptGraph> {
  return new KeptPart<KeptGraph>(`graph:${fingerprint}`, {
    parse: parseKeptGraph,
    merge: mergeKept,
    onMerged: ({ choices }) => applyChoices({ ...choices, open: openedScopes.peek() }),
  });
}

function keptNow(): KeptGraph {
  const view = {
    open: openedScopes.value,
    node: selectedNode.value,
    camera: chosenCameraText.value,
  };
  return { version: 1, choices: withoutOpen(currentChoices()), view };
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
