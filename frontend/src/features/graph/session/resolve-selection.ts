/**
 * The selected node, where nothing that is drawn holds it, as after a link: its scope is asked for,
 * so that its card can be shown; or the graph has no such node, and that is told.
 */
import { batch, computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import { getChoices } from "../../../api/resources";
import { type Place, placeOf } from "../scene/visible-ancestor";
import { enclosingNames } from "../scope/model";
import type { GraphSession } from "./graph-session";

/** What a link names and the graph lacks, and the innermost part of its name that there is. */
export interface Missing {
  readonly name: string;
  /** Empty for the top level. */
  readonly nearest: string;
}

/** Names in one question to the server, so that its address has room for them. */
const NAMES_AT_ONCE = 50;

interface Ways {
  readonly find: (name: string) => Promise<Place | undefined>;
  readonly goTo: (place: Place) => void;
}

export class SoughtNode {
  /** Until it is closed, or another node than the nearest is selected. */
  readonly missing: ReadonlySignal<Missing | null>;
  private readonly told = signal<Missing | null>(null);
  private sought = "";
  private readonly stop: () => void;

  constructor(
    private readonly session: GraphSession,
    private readonly ways: Ways,
  ) {
    this.missing = computed(() => {
      const missing = this.told.value;
      return missing?.nearest === this.session.options.selectedNode.value ? missing : null;
    });
    this.stop = effect(() => this.follow());
  }

  dispose(): void {
    this.stop();
    this.sought = "";
  }

  close(): void {
    this.told.value = null;
  }

  private follow(): void {
    const name = this.session.options.selectedNode.value;
    // What was told of another selection is not told again when the nearest is selected later.
    if (this.told.peek()?.nearest !== name) this.told.value = null;
    if (this.session.stage.value.stage !== "ready" || name === this.sought) return;
    this.sought = name;
    if (name === "") return;
    if (this.session.holds(name)) this.session.keepFinding(name);
    // A server that does not answer is told of elsewhere.
    else this.seek(name).catch(() => undefined);
  }

  private async seek(name: string): Promise<void> {
    const place = await this.ways.find(name);
    const around = enclosingNames(name).slice(0, NAMES_AT_ONCE - 1);
    // A constant is found, and yet is no node that anything is chosen for.
    const unknown = place ? new Set<string>() : await this.unknownOf([name, ...around]);
    if (!unknown.has(name)) {
      await this.session.bringScope(name, (place ?? placeOf(name)).scopes.at(-1) ?? "");
    } else if (name === this.sought) {
      this.tell({ name, nearest: around.findLast((scope) => !unknown.has(scope)) ?? "" });
    }
  }

  private async unknownOf(names: readonly string[]): Promise<ReadonlySet<string>> {
    const { graph, options } = this.session;
    const query = { ...options.extraction.groupingQuery(), node: names };
    const { unknown } = await getChoices(graph.id, query);
    return new Set(unknown);
  }

  private tell(missing: Missing): void {
    this.sought = missing.nearest;
    batch(() => {
      this.told.value = missing;
      if (missing.nearest === "") this.session.options.select("");
      else this.ways.goTo(placeOf(missing.nearest));
    });
  }
}
