/** Opens many scopes at once, by code that comes when that is first wanted. */
import { type ReadonlySignal, signal } from "@preact/signals";
import { lateCode } from "../../../state/base/late-code";
import type { Viewport } from "../viewport/viewport";
import type { BulkExpander } from "./bulk-expand";
import type { GraphSession } from "./graph-session";

const code = lateCode(() => import("./bulk-expand"));

export class LateExpander {
  /** Null until it was wanted. */
  readonly made: ReadonlySignal<BulkExpander | null>;
  /** Fetches its code; null once it is there. */
  readonly load = code.load;
  private readonly own = signal<BulkExpander | null>(null);

  constructor(
    private readonly session: GraphSession,
    private readonly viewport: ReadonlySignal<Viewport | null>,
  ) {
    this.made = this.own;
  }

  /** Null as long as its code is not there. */
  make(): BulkExpander | null {
    const module = code.module.peek();
    if (module === null) return null;
    this.own.value ??= new module.BulkExpander(this.session, this.viewport);
    return this.own.peek();
  }
}
