/**
 * Where the values of a session's options are: in the address of the page, or in memory.
 *
 * Both have the same keys, types and defaults, those of `state/address/keys`.
 */
import type { ReadonlySignal, Signal } from "@preact/signals";
import type { Query } from "../../../lib/browser/query-string";
import type { ListAddressKey, TextAddressKey } from "../../../state/address/keys";

export interface OptionStore {
  /** The value of a key; the same signal for each call. */
  text(key: TextAddressKey): Signal<string>;
  list(key: ListAddressKey): Signal<string[]>;
  /** Whether a part of the workspace is shown, for the next visit too. */
  preference(name: string, fallback: boolean): Signal<boolean>;
  /** Ends an action of the viewer: its changes are one step of the history. */
  commit(): void;
  /** Joins changes that the page made to the last step of the history. */
  settle(): void;
  /** The values as a query without `?`, for links. */
  search(): string;
  /** A saved view that was opened and whose camera is still to be restored. */
  readonly openedView: Signal<OpenedView | null>;
  readonly history: OptionHistory;
}

export interface OpenedView {
  /** A query without `?`. */
  readonly search: string;
}

export interface OptionHistory {
  readonly canUndo: ReadonlySignal<boolean>;
  readonly canRedo: ReadonlySignal<boolean>;
  /** False where there is nothing to undo. */
  undo(): boolean;
  redo(): boolean;
  /** Calls `replayed` before each undo and redo; returns how to stop. */
  whenReplayed(replayed: (from: Query, to: Query) => void): () => void;
}
