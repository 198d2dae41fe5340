/** Which scopes the viewer opened. */
import type { ReadonlySignal, Signal } from "@preact/signals";
import type { OptionStore } from "./option-store";

export class Expansion {
  /** Names of opened scopes. One inside a closed scope stays, and shows again with it. */
  readonly opened: ReadonlySignal<readonly string[]>;
  private readonly names: Signal<string[]>;

  constructor(private readonly store: OptionStore) {
    this.names = store.list("open");
    this.opened = this.names;
  }

  toggle(name: string): void {
    const isOpen = this.names.peek().includes(name);
    this.names.value = isOpen
      ? this.names.peek().filter((other) => other !== name)
      : [...this.names.peek(), name];
    this.store.commit();
  }

  open(names: readonly string[]): void {
    const added = names.filter((name) => !this.names.peek().includes(name));
    if (added.length === 0) return;
    this.names.value = [...this.names.peek(), ...added];
    this.store.commit();
  }

  /** Opens these scopes, and closes all others. */
  set(names: readonly string[]): void {
    this.names.value = [...names];
    this.store.commit();
  }

  closeAll(): void {
    this.set([]);
  }

  /** Whether these scopes, and no others, are opened. */
  isExactly(names: readonly string[]): boolean {
    const now = new Set(this.names.peek());
    return names.length === now.size && names.every((name) => now.has(name));
  }
}
