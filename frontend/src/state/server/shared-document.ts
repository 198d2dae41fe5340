/**
 * A document that the server saves for all viewers: read once, written a moment after the last
 * change.
 *
 * A change names the revision that it is based on. After a conflict, the newer document is read,
 * merged with ours and written again, so that neither change is lost.
 */
import { type ReadonlySignal, signal } from "@preact/signals";
import { ApiError } from "../../api/client";
import { getSavedState, getStatePart, putStatePart } from "../../api/resources";
import type { StatePart } from "../../api/types";
import { isSameValue } from "../../lib/algorithms/deep-equal";
import { boot } from "../base/boot";
import { showToast } from "../base/toasts";
import * as messages from "../messages";

export type SaveState =
  | "unread"
  | "saved"
  | "changed"
  /** The server takes no changes: it is for reading only. */
  | "read-only"
  /** It could not be written, and is tried again with the next change. */
  | "failed";

export interface DocumentStore {
  /** Whether nothing can be put. */
  isReadOnly(): Promise<boolean>;
  get(name: string): Promise<StatePart>;
  put(
    name: string,
    change: Omit<StatePart, "revision"> & { based_on: number },
    isLast: boolean,
  ): Promise<StatePart>;
}

interface SharedDocumentOptions<T> {
  /** The value as sent, whatever it is; undefined where it makes no sense. */
  readonly parse: (value: unknown) => T | undefined;
  /** What both came to, who began from the same. */
  readonly merge: (base: T | undefined, ours: T, theirs: T) => T;
  /** Called with what was merged, so that the page shows it. */
  readonly onMerged?: (value: T) => void;
  readonly store?: DocumentStore;
}

const READ_ONLY = boot.report === null ? messages.readOnlyServer : messages.readOnlyReport;
const SAVE_AFTER_MS = 1000;
const MAX_TRIES = 4;
/** Requested once: a server does not change this setting. */
let readOnly: Promise<boolean> | undefined;

const SERVER: DocumentStore = {
  get: getStatePart,
  put: putStatePart,
  isReadOnly: () => {
    readOnly ??= getSavedState().then((state) => state.read_only);
    return readOnly;
  },
};

/** A failure to save is reported once for as long as the page is open. */
let hasNotified = false;

function notifyOnce(text: string): void {
  if (!hasNotified) showToast(text);
  hasNotified = true;
}

interface Followed {
  readonly name: string;
  refresh(revision: number): Promise<void>;
}

const followed = new Set<Followed>();

/** Reads the parts in use that others changed, given the revisions that there are now. */
export function refreshDocuments(revisions: Readonly<Record<string, number>>): void {
  for (const part of followed) void part.refresh(revisions[part.name] ?? 0);
}

export class SharedDocument<T extends Readonly<Record<string, unknown>>> {
  readonly state: ReadonlySignal<SaveState>;
  private readonly newestState = signal<SaveState>("unread");
  private readonly store: DocumentStore;
  private revision = 0;
  private base: T | undefined;
  private pending: T | undefined;
  /** What is being written: what it changes is not in `base` yet. */
  private sent: T | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private writing: Promise<void> | undefined;

  constructor(
    readonly name: string,
    private readonly options: SharedDocumentOptions<T>,
  ) {
    this.state = this.newestState;
    this.store = options.store ?? SERVER;
  }

  /** Loads the saved value; undefined when there is none, or it cannot be read. */
  async load(): Promise<T | undefined> {
    try {
      const [part, isReadOnly] = await Promise.all([
        this.store.get(this.name),
        this.store.isReadOnly(),
      ]);
      this.accept(part);
      this.newestState.value = isReadOnly ? "read-only" : "saved";
    } catch {
      this.newestState.value = "failed";
    }
    return this.base;
  }

  /** Shows from now on what others change; returns how to stop. */
  follow(): () => void {
    followed.add(this);
    return () => followed.delete(this);
  }

  /** Reads what others changed, if `revision` is not the one read or written last. */
  async refresh(revision: number): Promise<void> {
    await this.writing;
    if (revision === this.revision || this.newestState.peek() === "unread") return;
    let part: StatePart;
    try {
      part = await this.store.get(this.name);
    } catch {
      return; // the next change, or the next write, reads it again
    }
    await this.writing;
    if (part.revision <= this.revision) return;
    const { base } = this;
    this.accept(part);
    if (this.base === undefined) return;
    // A change of ours that is not written yet stays.
    if (this.pending !== undefined) {
      this.pending = this.options.merge(base, this.pending, this.base);
    }
    this.options.onMerged?.(this.pending ?? this.base);
  }

  /** Keeps a value, a moment after the last call. */
  save(value: T): void {
    // A change by another client is not written again by those that show it.
    if (this.pending === undefined && isSameValue(value, this.sent ?? this.base)) return;
    if (this.newestState.peek() === "read-only") {
      notifyOnce(READ_ONLY);
      return;
    }
    this.pending = value;
    this.newestState.value = "changed";
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.flush(), SAVE_AFTER_MS);
  }

  /** Writes at once what waits; `isLast` when the page goes, which then does not learn the outcome. */
  async flush(isLast = false): Promise<void> {
    clearTimeout(this.timer);
    await this.writing;
    const value = this.pending;
    if (value === undefined) return;
    this.pending = undefined;
    this.sent = value;
    this.writing = this.write(value, isLast);
    await this.writing;
    this.writing = undefined;
    this.sent = undefined;
  }

  private accept({ revision, value }: StatePart): void {
    this.revision = revision;
    this.base = revision === 0 ? undefined : this.options.parse(value);
  }

  private async write(value: T, isLast: boolean): Promise<void> {
    let ours = value;
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      try {
        const change = { based_on: this.revision, value: ours };
        this.revision = (await this.store.put(this.name, change, isLast)).revision;
        this.base = ours;
        this.newestState.value = this.pending === undefined ? "saved" : "changed";
        return;
      } catch (cause) {
        if (!(cause instanceof ApiError && cause.status === 409)) {
          this.fail(cause, ours);
          return;
        }
      }
      const merged = await this.mergeWithTheirs(ours);
      if (merged === undefined) return;
      ours = merged;
    }
    this.fail(new Error(messages.conflictingEdits), ours);
  }

  /** Merges with a concurrent change; undefined when that cannot be read. */
  private async mergeWithTheirs(ours: T): Promise<T | undefined> {
    const { base } = this;
    try {
      this.accept(await this.store.get(this.name));
    } catch (cause) {
      this.fail(cause, ours);
      return undefined;
    }
    if (this.base === undefined) return ours;
    const merged = this.options.merge(base, ours, this.base);
    // What was changed while this was being written began from ours, not from what it came to.
    if (this.pending !== undefined) this.pending = this.options.merge(ours, this.pending, merged);
    this.sent = merged;
    this.options.onMerged?.(this.pending ?? merged);
    return merged;
  }

  /** What was not written waits for the next change, or for the page to go. */
  private fail(cause: unknown, value: T): void {
    const isRefused = cause instanceof ApiError && cause.status === 403;
    if (!isRefused) this.pending ??= value;
    this.newestState.value = isRefused ? "read-only" : "failed";
    const reason = cause instanceof Error ? cause.message : String(cause);
    notifyOnce(isRefused ? READ_ONLY : messages.notSaved(reason));
  }
}
