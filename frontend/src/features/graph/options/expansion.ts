/**
 * Which scopes are open: those that the server has open at first, with what the viewer opened and
 * without what the viewer closed. So a view without any choice is the first view, and one in which
 * everything was closed stays closed.
 */
import { batch, computed, type ReadonlySignal, type Signal } from "@preact/signals";
import { hasSameValues } from "../../../lib/algorithms/deep-equal";
import type { OptionStore } from "./option-store";

export class Expansion {
  /** Names of open scopes. One inside a closed scope stays, and shows again with it. */
  readonly opened: ReadonlySignal<readonly string[]>;
  private readonly added: Signal<string[]>;
  private readonly closed: Signal<string[]>;

  /** `first` has the scopes that are open at first; none until the graph has been sent. */
  constructor(
    private readonly store: OptionStore,
    readonly first: ReadonlySignal<readonly string[]>,
  ) {
    this.added = store.list("open");
    this.closed = store.list("closed");
    let before: readonly string[] = [];
    this.opened = computed(() => {
      const now = this.openWith(this.added.value, this.closed.value);
      if (!hasSameValues(now, before)) before = now;
      return before;
    });
  }

  /** The open scopes where the viewer opened and closed these. */
  openWith(added: readonly string[], closed: readonly string[]): string[] {
    const all = [...new Set([...this.first.value, ...added])];
    return all.filter((name) => !closed.includes(name));
  }

  toggle(name: string): void {
    const opened = this.opened.peek();
    const isOpen = opened.includes(name);
    this.set(isOpen ? opened.filter((other) => other !== name) : [...opened, name]);
  }

  open(names: readonly string[]): void {
    const opened = this.opened.peek();
    const added = names.filter((name) => !opened.includes(name));
    if (added.length > 0) this.set([...opened, ...added]);
  }

  /** Opens these scopes, and closes all others. */
  set(names: readonly string[]): void {
    this.replace(names);
    this.store.commit();
  }

  /** As `set`, as a part of an action. */
  replace(names: readonly string[]): void {
    if (this.isExactly(names)) return;
    const first = this.first.peek();
    batch(() => {
      this.added.value = names.filter((name) => !first.includes(name));
      this.closed.value = first.filter((name) => !names.includes(name));
    });
  }

  closeAll(): void {
    this.set([]);
  }

  /** Whether these scopes, and no others, are open. */
  isExactly(names: readonly string[]): boolean {
    const now = new Set(this.opened.peek());
    return names.length === now.size && names.every((name) => now.has(name));
  }

  /** Whether the scopes are open that are open at first, and no others. */
  isAsAtFirst(): boolean {
    return this.isExactly(this.first.peek());
  }
}
