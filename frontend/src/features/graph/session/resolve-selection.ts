/**
 * Resolves a selected node outside of the drawn scopes, as after a link: requests its scope, so
 * that its card can be shown; or reports that the graph has no such node.
 */
import { batch, computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import { getChoices } from "../../../api/resources";
import type { GraphMatch } from "../../../api/types";
import { type NodePath, pathByName } from "../scene/visible-ancestor";
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
  readonly find: (name: string) => Promise<GraphMatch | undefined>;
  readonly goTo: (place: NodePath) => void;
}

export class SelectionResolver {
  /** Until it is closed, or another node than the nearest is selected. */
  readonly missing: ReadonlySignal<Missing | null>;
  private readonly reported = signal<Missing | null>(null);
  private resolved = "";
  private readonly stop: () => void;

  constructor(
    private readonly session: GraphSession,
    private readonly ways: Ways,
  ) {
    this.missing = computed(() => {
      const missing = this.reported.value;
      return missing?.nearest === this.session.options.selectedNode.value ? missing : null;
    });
    this.stop = effect(() => this.follow());
  }

  dispose(): void {
    this.stop();
    this.resolved = "";
  }

  close(): void {
    this.reported.value = null;
  }

  private follow(): void {
    const name = this.session.options.selectedNode.value;
    // A report about another selection is not repeated when the nearest node is selected later.
    if (this.reported.peek()?.nearest !== name) this.reported.value = null;
    if (this.session.status.value.phase !== "ready" || name === this.resolved) return;
    this.resolved = name;
    if (name === "") return;
    if (this.session.holds(name)) this.session.retain(name);
    // A failed request is reported elsewhere.
    else this.resolve(name).catch(() => undefined);
  }

  private async resolve(name: string): Promise<void> {
    const place = await this.ways.find(name);
    const around = enclosingNames(name).slice(0, NAMES_AT_ONCE - 1);
    // A constant is found, and yet is no node that anything is chosen for.
    const unknown = place ? new Set<string>() : await this.unknownOf([name, ...around]);
    if (!unknown.has(name)) {
      const { scopes } = place ?? pathByName(name);
      await this.session.requestScope(name, scopes.at(-1) ?? "", place);
    } else if (name === this.resolved) {
      this.report({ name, nearest: around.findLast((scope) => !unknown.has(scope)) ?? "" });
    }
  }

  private async unknownOf(names: readonly string[]): Promise<ReadonlySet<string>> {
    const { graph, options } = this.session;
    const query = { ...options.extraction.groupingQuery(), node: names };
    const { unknown } = await getChoices(graph.id, query);
    return new Set(unknown);
  }

  private report(missing: Missing): void {
    this.resolved = missing.nearest;
    batch(() => {
      this.reported.value = missing;
      if (missing.nearest === "") this.session.options.select("");
      else this.ways.goTo(pathByName(missing.nearest));
    });
  }
}
