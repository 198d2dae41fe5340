import { type ReadonlySignal, signal } from "@preact/signals";
import type { Scope } from "./model";

/** What is known of one scope. */
export type ScopeEntry =
  | { readonly state: "loading" }
  | { readonly state: "ready"; readonly scope: Scope }
  | { readonly state: "failed"; readonly error: Error };

/**
 * The scopes of all graphs that were asked for, each fetched once: a scope never changes for
 * its graph, whatever the viewer opens.
 */
export class ScopeStore {
  private readonly entries = new Map<string, ScopeEntry>();
  private readonly revision = signal(0);

  constructor(private readonly fetch: (graph: string, name: string) => Promise<Scope>) {}

  /** Grows with every answer, so that what depends on the store can be computed again. */
  get changes(): ReadonlySignal<number> {
    return this.revision;
  }

  findEntry(graph: string, name: string): ScopeEntry | undefined {
    return this.entries.get(keyOf(graph, name));
  }

  findScope(graph: string, name: string): Scope | undefined {
    const entry = this.findEntry(graph, name);
    return entry?.state === "ready" ? entry.scope : undefined;
  }

  /** Asks for a scope unless it is there or on its way; a failed one is asked for again. */
  request(graph: string, name: string): void {
    const known = this.findEntry(graph, name);
    if (known !== undefined && known.state !== "failed") return;
    this.put(graph, name, { state: "loading" });
    this.fetch(graph, name).then(
      (scope) => this.put(graph, name, { state: "ready", scope }),
      (cause: unknown) => {
        const error = cause instanceof Error ? cause : new Error(String(cause));
        this.put(graph, name, { state: "failed", error });
      },
    );
  }

  private put(graph: string, name: string, entry: ScopeEntry): void {
    this.entries.set(keyOf(graph, name), entry);
    this.revision.value++;
  }
}

/** Graph ids are opaque but hold no line break, so the pair is unambiguous. */
function keyOf(graph: string, name: string): string {
  return `${graph}\n${name}`;
}
