/** Answers to many questions that are wanted at once; each is asked once. */
import { type ReadonlySignal, signal } from "@preact/signals";

export type CachedAnswer<T> =
  | { readonly state: "loading" }
  | { readonly state: "ready"; readonly data: T }
  | { readonly state: "failed"; readonly error: Error };

export class AnswerCache<T> {
  private readonly entries = new Map<string, CachedAnswer<T>>();
  private readonly revision = signal(0);

  /** At most `most` answers are kept: of more, those asked for first are forgotten. */
  constructor(private readonly most: number) {}

  /** Grows with every answer, so that what depends on them can be computed again. */
  get changes(): ReadonlySignal<number> {
    return this.revision;
  }

  find(key: string): CachedAnswer<T> | undefined {
    return this.entries.get(key);
  }

  findData(key: string): T | undefined {
    const entry = this.entries.get(key);
    return entry?.state === "ready" ? entry.data : undefined;
  }

  /** Asks unless it was asked. What failed is asked again once it is forgotten. */
  request(key: string, fetch: () => Promise<T>): void {
    if (this.entries.has(key)) return;
    this.entries.set(key, { state: "loading" });
    this.forgetOldest();
    fetch().then(
      (data) => this.put(key, { state: "ready", data }),
      (cause: unknown) => {
        const error = cause instanceof Error ? cause : new Error(String(cause));
        this.put(key, { state: "failed", error });
      },
    );
  }

  forgetFailed(): void {
    for (const [key, { state }] of this.entries) if (state === "failed") this.entries.delete(key);
    this.revision.value++;
  }

  private put(key: string, entry: CachedAnswer<T>): void {
    if (!this.entries.has(key)) return;
    this.entries.set(key, entry);
    this.revision.value++;
  }

  private forgetOldest(): void {
    for (const key of this.entries.keys()) {
      if (this.entries.size <= this.most) return;
      this.entries.delete(key);
    }
  }
}
