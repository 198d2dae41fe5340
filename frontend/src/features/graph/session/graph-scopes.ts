/** The scopes of one graph as one session sees them: by the extraction that its viewer chose. */
import { computed, type ReadonlySignal } from "@preact/signals";
import type { Expansion } from "../options/expansion";
import type { GraphOptions } from "../options/graph-options";
import { enclosingNames, type Scope } from "../scope/model";
import { BASELINE, type QueryOf, type ScopeEntry, type ScopeStore } from "../scope/scope-store";

const NONE: readonly string[] = [];

/**
 * While the answer to a new query is on its way, the last one that was shown is given, so that a
 * choice of the viewer changes the drawing once and nothing closes meanwhile.
 */
export class GraphScopes {
  /** Grows with every answer about the graph, or about the one that holds it in its order. */
  readonly revision: ReadonlySignal<number>;
  private readonly shown = new Map<string, Scope>();
  private readonly queryOf: QueryOf;
  readonly expansion: Expansion;

  /**
   * `graph` is a key of `graphKey`: a newer graph of the same origin has the same id. `baseline` is
   * that of the graph whose scopes hold these in their order.
   */
  constructor(
    private readonly store: ScopeStore,
    private readonly graph: string,
    private readonly options: GraphOptions,
    private readonly baseline = graph,
  ) {
    this.revision = computed(
      () => store.revisionOf(graph).value + store.revisionOf(baseline).value,
    );
    this.queryOf = (names) => options.extraction.scopeQuery(names);
    // The same whatever the viewer chooses: while another answer is on its way, the last one says.
    const first = computed(() => {
      this.revision.value;
      return this.find("")?.first_view ?? NONE;
    });
    this.expansion = options.expansionFrom(first);
  }

  find(name: string): Scope | undefined {
    const scope = this.store.findScope(this.graph, name, this.queryOf);
    if (scope === undefined) return this.shown.get(name);
    this.shown.set(name, scope);
    return scope;
  }

  /** The scope without any choice of the viewer; undefined where that is no other. */
  findBaseline(name: string): Scope | undefined {
    if (!this.hasBaseline) return undefined;
    return this.store.findScope(this.baseline, name, BASELINE);
  }

  findEntry(name: string): ScopeEntry | undefined {
    return this.store.findEntry(this.graph, name, this.queryOf);
  }

  findBaselineEntry(name: string): ScopeEntry | undefined {
    return this.store.findEntry(this.baseline, name, BASELINE);
  }

  request(names: readonly string[]): Promise<void> {
    return this.store.request(this.graph, names, this.queryOf, this.options);
  }

  requestBaseline(names: readonly string[]): Promise<void> {
    return this.store.request(this.baseline, names, BASELINE, this.options);
  }

  /** Whether scopes without any choice of the viewer, or of another graph, hold these in order. */
  get hasBaseline(): boolean {
    return this.baseline !== this.graph || this.options.extraction.isRegrouped();
  }

  /** Requests what the first drawing needs; before the saved options of the graph are read, too. */
  requestFirst(): Promise<void> {
    return this.request(this.firstNames());
  }

  /** The top level, and the opened scopes whose enclosing ones are opened too. */
  firstNames(): string[] {
    const opened = this.expansion.opened.value;
    const all = new Set(opened);
    const isReached = (name: string): boolean =>
      enclosingNames(name).every((each) => all.has(each));
    return ["", ...opened.filter(isReached)];
  }

  /** Loads scopes that are to be opened together. Throws where one cannot be loaded. */
  load(names: readonly string[]): Promise<readonly Scope[]> {
    return this.store.load(this.graph, names, this.queryOf);
  }

  forgetFailure(name: string): void {
    this.store.forgetFailure(this.graph, name, this.queryOf);
  }

  /** Aborts what is on its way for this viewer alone. */
  abort(): void {
    this.store.abort(this.options);
  }
}
