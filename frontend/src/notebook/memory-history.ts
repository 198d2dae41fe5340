/**
 * A history in memory, in the place of the browser's: the view of a cell is not in the address of
 * the notebook, and Back is not a step in a cell.
 */

interface Entry {
  readonly view: string;
}

export class MemoryHistory {
  private entries: readonly Entry[];
  private at = 0;

  /** `onStep` is called after a step back or forward. */
  constructor(
    view: string,
    private readonly onStep: () => void,
  ) {
    this.entries = [{ view: withMark(view) }];
  }

  /** The view as a query, which the page finds here before it looks at the address. */
  get state(): Entry {
    return this.entries[this.at] ?? { view: "" };
  }

  get length(): number {
    return this.entries.length;
  }

  pushState(state: Entry | null, _title: string, address = ""): void {
    this.entries = [...this.entries.slice(0, this.at + 1), entryOf(state, address)];
    this.at = this.entries.length - 1;
  }

  replaceState(state: Entry | null, _title: string, address = ""): void {
    this.entries = this.entries.with(this.at, entryOf(state, address));
  }

  go(steps = 0): void {
    const next = this.at + steps;
    if (steps === 0 || next < 0 || next >= this.entries.length) return;
    this.at = next;
    this.onStep();
  }

  back(): void {
    this.go(-1);
  }

  forward(): void {
    this.go(1);
  }
}

function withMark(view: string): string {
  return view === "" || view.startsWith("?") ? view : `?${view}`;
}

/** The entry of a state, or, where a short view is in the address alone, of the address. */
function entryOf(state: Entry | null, address: string): Entry {
  if (state !== null && state.view !== "") return { view: state.view };
  const at = address.indexOf("?");
  return { view: at < 0 ? "" : address.slice(at).replace(/#.*$/, "") };
}
