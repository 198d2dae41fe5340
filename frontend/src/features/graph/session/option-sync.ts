/**
 * Restores a graph as it was left, and saves what the viewer does: choices that all viewers share on
 * the server, and where this viewer looks in the browser.
 *
 * The address always wins: what was saved is shown only where the address says nothing of the graph.
 * Notes alone are united, since a link must not delete one.
 */
import { effect, type ReadonlySignal, signal } from "@preact/signals";
import { getChoices } from "../../../api/resources";
import type { Graph } from "../../../api/types";
import { type SaveState, SharedDocument } from "../../../state/server/shared-document";
import { parseCamera } from "../options/camera";
import { type Choices, ownChoices, sharedChoices } from "../options/choices";
import type { GraphOptions } from "../options/graph-options";
import { parseNote } from "../options/node-marks";
import {
  areSameOptions,
  mergeOptions,
  NOTHING_SAVED,
  parseSavedOptions,
  type SavedOptions,
} from "../options/saved-options";
import { originOf, ownId } from "./displayed-graph";
import type { GraphServices } from "./graph-services";
import {
  findOwnView,
  findViewBefore,
  isSameOwnView,
  type OwnView,
  writeOwnView,
} from "./local-view";
import { locateNode } from "./locate-node";
import type { StaleOption } from "./stale-options";

/** Names in one question to the server, so that its address has room for them. */
const NAMES_AT_ONCE = 50;
/** A server that does not answer soon must not delay the graph. */
const TIMEOUT_MS = 3000;
/** A camera that moves is written when it rests. */
const REST_MS = 300;

/** Places of graphs whose choices a newer graph takes over; those noted longest ago go first. */
const MAX_ORIGINS = 3000;

const NOWHERE: OwnView = { choices: {}, node: "", camera: "" };

export class OptionSync {
  /** Saved settings of this origin that name nothing in the graph as it is now. */
  readonly staleOptions = signal<readonly StaleOption[]>([]);
  private readonly part: SharedDocument<SavedOptions>;
  private seen: SavedOptions;
  private seenView: OwnView;
  private stop: () => void = () => {};
  private stopFollowing: () => void = () => {};
  /** While a change of the view waits to be written. */
  private resting: ReturnType<typeof setTimeout> | undefined;
  /** The graph that the address named when this session began. */
  private readonly chosen: string;
  private unknown: ReadonlySet<string> = new Set();
  /** What takes choices over to another graph; loaded when there is one. */
  private stale: typeof import("./stale-options") | undefined;
  /** What was selected and is not there any more; empty for nothing. */
  private lost = "";
  private theirs: SavedOptions | undefined;
  private isOriginSaved = false;
  private isDisposed = false;

  constructor(
    private readonly graph: Graph,
    private readonly options: GraphOptions,
    private readonly services: GraphServices,
  ) {
    this.part = partOf(graph.fingerprint, (saved) => this.showTheirs(saved));
    this.seen = this.sharedNow();
    this.seenView = this.ownViewNow();
    this.chosen = options.chosenGraph.peek();
  }

  get state(): ReadonlySignal<SaveState> {
    return this.part.state;
  }

  /** Shows what was saved, if anything, and begins to save what changes. */
  async restore(): Promise<void> {
    if (this.graph.fingerprint === "") return;
    const [saved, view] = await Promise.all([
      withTimeout(this.findShared()),
      withTimeout(this.findView()),
    ]);
    if (this.isDisposed) return;
    if (saved !== undefined || view !== undefined) this.show(saved, view);
    this.seen = this.sharedNow();
    this.seenView = this.ownViewNow();
    this.startSaving();
  }

  /** Loads what `inherit` needs: the settings that this graph lacks, and those saved for it. */
  async diff(): Promise<void> {
    const { selectedNode } = this.options;
    const selected = selectedNode.peek();
    const choices = this.options.choices();
    const named = { ...choices, open: [...(choices.open ?? []), selected] };
    const answers = Promise.all([this.unknownIn(named), this.part.load()]);
    const [unknown = this.unknown, theirs] = (await withTimeout(answers)) ?? [];
    this.unknown = unknown;
    this.theirs = theirs;
    // A constant is no node that anything is chosen for, and yet may be selected.
    const isLost =
      unknown.has(selected) &&
      !(await withTimeout(locateNode(this.graph.id, selected, this.options)));
    this.lost = isLost ? selected : "";
  }

  /**
   * Takes over the settings of the graph displayed until now, without those that this one lacks,
   * merged with those saved for this one; and saves the result.
   */
  inherit(): void {
    const choicesNow = this.options.choices();
    const { matching, unmatched } = this.stale?.matchChoices(choicesNow, this.unknown) ?? {
      matching: choicesNow,
      unmatched: [],
    };
    this.staleOptions.value = unmatched;
    const ours: SavedOptions = { ...NOTHING_SAVED, choices: sharedChoices(matching) };
    const { choices } = this.theirs ? mergeOptions(undefined, ours, this.theirs) : ours;
    this.options.apply({ ...choices, ...ownChoices(matching) });
    if (this.lost === this.options.selectedNode.peek()) this.options.select("");
    this.options.settle();
    this.seen = NOTHING_SAVED;
    this.seenView = NOWHERE;
    this.startSaving();
  }

  private startSaving(): void {
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

  private async findShared(): Promise<SavedOptions | undefined> {
    const [own, known] = await Promise.all([this.part.load(), this.services.places.load()]);
    const origin = originOf(this.graph);
    const before = known?.[origin];
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
    const { matchChoices } = await this.loadStale();
    const { matching, unmatched } = matchChoices(choices, await this.unknownIn(choices));
    this.staleOptions.value = [...this.staleOptions.peek(), ...unmatched];
    return matching;
  }

  private async loadStale(): Promise<typeof import("./stale-options")> {
    this.stale ??= await import("./stale-options");
    return this.stale;
  }

  private async unknownIn(choices: Choices): Promise<ReadonlySet<string>> {
    const { namedNodes } = await this.loadStale();
    const names = namedNodes(choices).filter((name) => name !== "");
    const unknown = new Set<string>();
    for (let at = 0; at < names.length; at += NAMES_AT_ONCE) {
      const node = names.slice(at, at + NAMES_AT_ONCE);
      const { group = [], prefixes = [] } = choices;
      const answer = await getChoices(this.graph.id, { node, group, prefixes });
      for (const name of answer.unknown) unknown.add(name);
    }
    return unknown;
  }

  private show({ choices } = NOTHING_SAVED, view = NOWHERE): void {
    const now = this.options.choices();
    if (this.isAnythingChosen(now)) {
      this.options.apply({ ...now, note: unitedNotes(choices.note ?? [], now.note ?? []) });
    } else {
      this.options.apply({ ...choices, ...view.choices });
      this.options.select(view.node);
      const outlook = parseCamera(view.camera);
      if (outlook !== undefined) this.options.camera.set(this.graph.id, outlook);
    }
    this.options.settle();
  }

  /** Shows choices with what others changed of them; what only this browser has stays. */
  private showTheirs({ choices }: SavedOptions): void {
    if (this.isDisposed) return;
    this.options.apply({ ...choices, ...ownChoices(this.options.choices()) });
    this.seen = this.sharedNow();
    this.options.settle();
  }

  private note(): void {
    const [now, view] = [this.sharedNow(), this.ownViewNow()];
    // What is chosen together with another graph is about that one.
    if (!this.isChosen(this.options.chosenGraph.value)) return;
    if (!isSameOwnView(view, this.seenView)) {
      this.seenView = view;
      clearTimeout(this.resting);
      this.resting = setTimeout(() => this.writeView(), REST_MS);
    }
    if (areSameOptions(now, this.seen)) return;
    this.seen = now;
    this.part.save(now);
    if (!this.isOriginSaved && this.part.state.peek() !== "read-only") void this.saveOrigin();
  }

  /** Writes the view if a change of it waits. */
  private writeView(): void {
    if (this.resting === undefined) return;
    clearTimeout(this.resting);
    this.resting = undefined;
    writeOwnView(this.graph, this.seenView);
  }

  private sharedNow(): SavedOptions {
    return { version: 1, choices: sharedChoices(this.options.choices()) };
  }

  private ownViewNow(): OwnView {
    const { camera, selectedNode } = this.options;
    const choices = ownChoices(this.options.choices());
    return { choices, node: selectedNode.value, camera: camera.text.value };
  }

  /** Whether the options say what to see of the graph. */
  private isAnythingChosen(choices: Choices): boolean {
    const { camera, selectedNode } = this.options;
    if (camera.text.peek() !== "") return true;
    return Object.keys(choices).length > 0 || selectedNode.peek() !== "";
  }

  private isChosen(id: string): boolean {
    return id === ownId(this.graph.id) || id === this.chosen;
  }

  /** So that a newer graph of the same run finds what was chosen for this one. */
  private async saveOrigin(): Promise<void> {
    this.isOriginSaved = true;
    const origin = originOf(this.graph);
    const { fingerprint } = this.graph;
    const known = await withTimeout(this.services.places.load());
    if (known?.[origin] === fingerprint) return;
    const others = Object.entries(known ?? {}).filter(([other]) => other !== origin);
    this.services.places.save(
      Object.fromEntries([...others.slice(1 - MAX_ORIGINS), [origin, fingerprint]]),
    );
  }
}

function partOf(
  fingerprint: string,
  onMerged: (saved: SavedOptions) => void = () => {},
): SharedDocument<SavedOptions> {
  return new SharedDocument<SavedOptions>(`graph:${fingerprint}`, {
    parse: parseSavedOptions,
    merge: mergeOptions,
    onMerged,
  });
}

/** The address's notes, and those saved for other nodes. */
function unitedNotes(saved: readonly string[], own: readonly string[]): string[] {
  const names = new Set(own.map((text) => parseNote(text)?.[0][0]));
  return [...saved.filter((text) => !names.has(parseNote(text)?.[0][0])), ...own];
}

async function withTimeout<T>(answer: Promise<T>): Promise<T | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, TIMEOUT_MS, undefined));
  return Promise.race([answer.catch(() => undefined), late]);
}
