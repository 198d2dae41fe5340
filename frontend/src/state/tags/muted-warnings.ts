/** Muted warnings, saved on the server for all users. */
import { type ReadonlySignal, signal } from "@preact/signals";
import { noteSavedChange } from "../address/undo";
import { SharedDocument } from "../server/shared-document";
import * as messages from "./messages";

/** What a warning is about; another step of the same is not another warning. */
export interface WarningSubject {
  readonly kind: string;
  /** The name of the run. */
  readonly run: string;
  /** Null where it is about the run as a whole. */
  readonly tag: string | null;
}

type Muted = { readonly version: 1; readonly warnings: readonly WarningSubject[] };

export const MAX_MUTED = 1000;

const newest = signal<readonly WarningSubject[] | null>(null);

const part = new SharedDocument<Muted>("mutes", {
  parse: parseMuted,
  merge: mergeMuted,
  onMerged: ({ warnings }) => {
    newest.value = warnings;
  },
});

/** Null until they are read. */
export const mutedWarnings: ReadonlySignal<readonly WarningSubject[] | null> = newest;

let loading: Promise<void> | undefined;

/** Loads the saved warnings, once for as long as the page is open. */
export function loadMuted(): Promise<void> {
  part.follow();
  loading ??= part.load().then((saved) => {
    newest.value = saved?.warnings ?? [];
    window.addEventListener("pagehide", () => void part.flush(true));
  });
  return loading;
}

function keepMuted(subject: WarningSubject, isMuted: boolean): void {
  const warnings = withMuted(newest.peek() ?? [], subject, isMuted);
  newest.value = warnings;
  part.save({ version: 1, warnings });
}

function isMutedNow(subject: WarningSubject): boolean {
  const key = subjectKey(subject);
  return newest.peek()?.some((each) => subjectKey(each) === key) ?? false;
}

/** Mutes a warning, or hears of it again: a step that can be undone. */
export function muteWarning(subject: WarningSubject, isMuted: boolean): void {
  if (isMutedNow(subject) === isMuted) return;
  keepMuted(subject, isMuted);
  noteSavedChange({
    subject: messages.muteOfWarning(subject.run),
    apply: (direction) => {
      const muted = isMuted === (direction === "redo");
      if (isMutedNow(subject) === muted) return false;
      keepMuted(subject, muted);
      return true;
    },
  });
}

/** Tells warnings apart. */
export function subjectKey({ kind, run, tag }: WarningSubject): string {
  return JSON.stringify([kind, run, tag]);
}

/** The list with a warning in it as the last, or without it; the oldest go when it is too long. */
export function withMuted(
  muted: readonly WarningSubject[],
  { kind, run, tag }: WarningSubject,
  isMuted: boolean,
): readonly WarningSubject[] {
  const key = subjectKey({ kind, run, tag });
  const others = muted.filter((each) => subjectKey(each) !== key);
  return isMuted ? [...others, { kind, run, tag }].slice(-MAX_MUTED) : others;
}

export function parseMuted(value: unknown): Muted | undefined {
  const { version, warnings } = (value ?? {}) as { version?: unknown; warnings?: unknown };
  if (version !== 1 || !Array.isArray(warnings)) return undefined;
  const known = warnings.filter(isSubject).map(({ kind, run, tag }) => ({ kind, run, tag }));
  return { version: 1, warnings: known.slice(-MAX_MUTED) };
}

function isSubject(value: unknown): value is WarningSubject {
  const { kind, run, tag } = (value ?? {}) as Partial<WarningSubject>;
  return (
    typeof kind === "string" && typeof run === "string" && (tag === null || typeof tag === "string")
  );
}

/** Theirs with what we muted, and without what we hear of again. */
export function mergeMuted(base: Muted | undefined, ours: Muted, theirs: Muted): Muted {
  const before = new Set(base?.warnings.map(subjectKey));
  const own = new Set(ours.warnings.map(subjectKey));
  const isUnmuted = (key: string) => before.has(key) && !own.has(key);
  const remaining = theirs.warnings.filter((each) => !isUnmuted(subjectKey(each)));
  const added = ours.warnings.filter((each) => !before.has(subjectKey(each)));
  const warnings = added.reduce<readonly WarningSubject[]>(
    (all, each) => withMuted(all, each, true),
    remaining,
  );
  return { version: 1, warnings };
}
