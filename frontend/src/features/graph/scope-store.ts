import { type ReadonlySignal, signal } from "@preact/signals";
import type { QueryValue } from "../../api/client";
import type { Scope } from "./model";

/** What is known of one scope. */
export type ScopeEntry =
  | { readonly state: "loading" }
  | { readonly state: "ready"; readonly scope: Scope }
  | { readonly state: "failed"; readonly error: Error };

/** Further parameters of the question: thresholds, and what the viewer decided. */
export type ScopeQuery = Readonly<Record<string, QueryValue>>;

/** While more scopes than this are on their way, as after a link, answers are told of together. */
const FEW = 4;
/** Shorter than a drawing waits for further scopes, so that it is laid out when all are there. */
const TOGETHER_MS = 100;

type FetchScope = (graph: string, name: string, query: ScopeQuery) => Promise<Scope>;

/**
 * The scopes of all graphs that were asked for, each fetched once for a question: a scope never
 * changes for its graph, whatever the viewer opens.
 *
 * While the answer to a new question is on its way, that to the one before is given, so that a
 * choice of the viewer changes the drawing once and nothing closes meanwhile.
 */
export class ScopeStore {
  private readonly entries = new Map<string, ScopeEntry>();
  private readonly newest = new Map<string, Scope>();
  private readonly revision = signal(0);
  private underWay = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly fetch: FetchScope,
    private readonly queryOf: (name: string) => ScopeQuery = () => ({}),
  ) {}

  /** Grows with every answer, so that what depends on the store can be computed again. */
  get changes(): ReadonlySignal<number> {
    return this.revision;
  }

  findEntry(graph: string, name: string): ScopeEntry | undefined {
    return this.entries.get(this.keyOf(graph, name));
  }

  /** The answer to the question as it is now, else the newest to an earlier one. */
  findScope(graph: string, name: string): Scope | undefined {
    const entry = this.findEntry(graph, name);
    return entry?.state === "ready" ? entry.scope : this.newest.get(placeOf(graph, name));
  }

  /** Asks for a scope unless it is there or on its way; a failed one is asked for again. */
  request(graph: string, name: string): void {
    const key = this.keyOf(graph, name);
    const known = this.entries.get(key);
    if (known !== undefined && known.state !== "failed") return;
    this.put(key, { state: "loading" });
    this.underWay++;
    this.fetch(graph, name, this.queryOf(name)).then(
      (scope) => {
        this.newest.set(placeOf(graph, name), scope);
        this.underWay--;
        this.put(key, { state: "ready", scope });
      },
      (cause: unknown) => {
        const error = cause instanceof Error ? cause : new Error(String(cause));
        this.underWay--;
        this.put(key, { state: "failed", error });
      },
    );
  }

  /**
   * Scopes that are to be opened together: what is drawn hears of them when they are opened, not
   * one by one. Throws when one cannot be had.
   */
  load(graph: string, names: readonly string[]): Promise<Scope[]> {
    return Promise.all(names.map((name) => this.loadOne(graph, name)));
  }

  private async loadOne(graph: string, name: string): Promise<Scope> {
    const key = this.keyOf(graph, name);
    const known = this.entries.get(key);
    if (known?.state === "ready") return known.scope;
    const scope = await this.fetch(graph, name, this.queryOf(name));
    this.newest.set(placeOf(graph, name), scope);
    this.entries.set(key, { state: "ready", scope });
    return scope;
  }

  private put(key: string, entry: ScopeEntry): void {
    this.entries.set(key, entry);
    if (this.underWay <= FEW) this.tell();
    else this.timer ??= setTimeout(() => this.tell(), TOGETHER_MS);
  }

  private tell(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.revision.value++;
  }

  private keyOf(graph: string, name: string): string {
    return `${placeOf(graph, name)}\n${JSON.stringify(this.queryOf(name))}`;
  }
}

/** Graph ids are opaque but hold no line break, so the pair is unambiguous. */
function placeOf(graph: string, name: string): string {
  return `${graph}\n${name}`;
}
