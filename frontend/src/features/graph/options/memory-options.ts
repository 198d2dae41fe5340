/** Options in memory, with a history of their own: for thumbnails, tests and further panes. */
import {
  batch,
  computed,
  type ReadonlySignal,
  type Signal,
  signal,
  untracked,
} from "@preact/signals";
import { hasSameValues } from "../../../lib/algorithms/deep-equal";
import { printQuery, type Query, valuesOf } from "../../../lib/browser/query-string";
import {
  defaultOf,
  type ListAddressKey,
  LOOKS,
  type TextAddressKey,
} from "../../../state/address/keys";
import { GraphOptions } from "./graph-options";
import type { OpenedView, OptionHistory, OptionStore } from "./option-store";

/** Values by key; a key without a value has its default. */
export type InitialOptions = Readonly<
  Partial<Record<TextAddressKey, string> & Record<ListAddressKey, readonly string[]>>
>;

export function memoryOptions(initial: InitialOptions = {}): GraphOptions {
  const store = new MemoryStore(initial);
  const options = new GraphOptions(store);
  store.settle();
  return options;
}

class MemoryStore implements OptionStore {
  readonly openedView: Signal<OpenedView | null> = signal(null);
  readonly history: MemoryHistory;
  private readonly texts = new Map<TextAddressKey, Signal<string>>();
  private readonly lists = new Map<ListAddressKey, Signal<string[]>>();
  private readonly preferences = new Map<string, Signal<boolean>>();

  constructor(private readonly initial: InitialOptions) {
    this.history = new MemoryHistory(
      () => this.query(),
      (query) => this.show(query),
    );
  }

  text(key: TextAddressKey): Signal<string> {
    const known = this.texts.get(key);
    if (known !== undefined) return known;
    const value: Signal<string> = signal(this.initial[key] ?? defaultOf(key));
    this.texts.set(key, value);
    return value;
  }

  list(key: ListAddressKey): Signal<string[]> {
    const known = this.lists.get(key);
    if (known !== undefined) return known;
    const value = signal([...(this.initial[key] ?? [])]);
    this.lists.set(key, value);
    return value;
  }

  preference(name: string, fallback: boolean): Signal<boolean> {
    const value = this.preferences.get(name) ?? signal(fallback);
    this.preferences.set(name, value);
    return value;
  }

  commit(): void {
    this.history.addStep();
  }

  settle(): void {
    this.history.absorb();
  }

  search(): string {
    return printQuery([["tab", "graph"], ...this.query()]).slice(1);
  }

  private query(): Query {
    const texts = [...this.texts].flatMap(([key, { value }]) =>
      value === defaultOf(key) ? [] : [[key, value] as const],
    );
    const lists = [...this.lists].flatMap(([key, { value }]) =>
      value.map((each) => [key, each] as const),
    );
    return [...texts, ...lists];
  }

  /** Undo leaves the camera and the selection as they are. */
  private show(query: Query): void {
    batch(() => {
      for (const [key, value] of this.texts) {
        if (!LOOKS.includes(key)) value.value = valuesOf(query, key)[0] ?? defaultOf(key);
      }
      for (const [key, value] of this.lists) {
        const values = valuesOf(query, key);
        if (!LOOKS.includes(key) && !hasSameValues(values, value.peek())) value.value = values;
      }
    });
  }
}

/** Steps between queries, as the page's undo takes them between addresses. */
class MemoryHistory implements OptionHistory {
  readonly canUndo: ReadonlySignal<boolean>;
  readonly canRedo: ReadonlySignal<boolean>;
  private readonly past = signal<readonly Query[]>([]);
  private readonly future = signal<readonly Query[]>([]);
  private readonly now = signal<Query>([]);
  private readonly listeners = new Set<(from: Query, to: Query) => void>();

  constructor(
    private readonly read: () => Query,
    private readonly show: (query: Query) => void,
  ) {
    this.canUndo = computed(() => this.past.value.length > 0 || this.isChanged());
    this.canRedo = computed(() => this.future.value.length > 0 && !this.isChanged());
  }

  /** Notes what changed since the last step as another one. */
  addStep(): void {
    if (!untracked(() => this.isChanged())) return;
    batch(() => {
      this.past.value = [...this.past.peek(), this.now.peek()];
      this.future.value = [];
      this.absorb();
    });
  }

  absorb(): void {
    this.now.value = withoutLooks(untracked(this.read));
  }

  undo(): boolean {
    this.addStep();
    return this.replay(this.past, this.future);
  }

  redo(): boolean {
    this.addStep();
    return this.replay(this.future, this.past);
  }

  whenReplayed(replayed: (from: Query, to: Query) => void): () => void {
    this.listeners.add(replayed);
    return () => this.listeners.delete(replayed);
  }

  private replay(from: Signal<readonly Query[]>, to: Signal<readonly Query[]>): boolean {
    const step = from.peek().at(-1);
    if (step === undefined) return false;
    const before = this.now.peek();
    for (const replayed of this.listeners) replayed(before, step);
    batch(() => {
      from.value = from.peek().slice(0, -1);
      to.value = [...to.peek(), before];
      this.show(step);
      this.now.value = step;
    });
    return true;
  }

  private isChanged(): boolean {
    return printQuery(this.now.value) !== printQuery(withoutLooks(this.read()));
  }
}

function withoutLooks(query: Query): Query {
  const looks: readonly string[] = LOOKS;
  return query.filter(([key]) => !looks.includes(key));
}
