/** The keys that exist right now. A view adds its own while it is on the page. */
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { chordOf, isCharacter } from "../../lib/browser/key-chord";
import { preference } from "../base/local-preference";
import type * as messages from "../messages";
import { announce } from "./announcements";
import { modalOpen } from "./dialogs";
import { holdBehind, holdKeys, holdWhileReplaying, isTyping } from "./held-keys";

/** What the keys of one heading of the shortcut sheet act on. */
export type ShortcutGroup = keyof typeof messages.shortcutGroups;

export interface Shortcut {
  /** As in key-chord: `t`, `Shift+s`, `Escape`, `g s`. */
  readonly keys: string;
  /** What it does, as a row of the shortcut sheet. */
  readonly label: string;
  readonly group: ShortcutGroup;
  /** Returns false when it has nothing to do and the key is free for an earlier shortcut. */
  readonly run: () => unknown;
  /** What a screen reader says after it ran, of what only eyes would notice; empty for nothing. */
  readonly spoken?: (() => string) | undefined;
  /** Fetches the code that `run` needs; null once it is there. Keys wait for it, see `held-keys`. */
  readonly load?: () => Promise<unknown> | null;
  /** The keys of another shortcut that tells of this one too. */
  readonly isLike?: string | undefined;
  /**
   * Whether it runs only after all others with the same keys have declined, in any order of adding.
   */
  readonly isLast?: boolean;
  /** Whether it is awake while a dialog lies over the page. */
  readonly overModal?: boolean;
}

/** All shortcuts, in the order of adding; of two with the same keys the later one runs first. */
export const shortcuts = signal<readonly Shortcut[]>([]);

/** Keys typed as characters can be switched off (WCAG 2.1.4). */
export const characterKeys = preference<boolean>("character-keys", true);

/** No field has a use of its own for these. */
const WHILE_TYPING: ReadonlySet<string> = new Set(["Escape", "Ctrl+k"]);

/** How long the second key of a pair may take. */
const PAIR_MS = 1500;

let prefix: { chord: string; at: number } | null = null;

export function addShortcuts(added: readonly Shortcut[]): () => void {
  shortcuts.value = [...shortcuts.peek(), ...added];
  return () => {
    shortcuts.value = shortcuts.peek().filter((shortcut) => !added.includes(shortcut));
  };
}

/** Adds shortcuts while the component is on the page; `added` is read once for each `subject`. */
export function useShortcuts(added: readonly Shortcut[], subject?: unknown): void {
  useEffect(() => addShortcuts(added), [subject]);
}

/** Sliders, lists and menus have a use of their own for arrows, Home and End. */
export function areArrowsFree(): boolean {
  const focused = document.activeElement;
  return focused === null || !focused.matches("input, select, textarea, [role^=menu], [role=tab]");
}

function runKeys(keys: string, press: KeyboardEvent): boolean {
  if (!characterKeys.peek() && isCharacter(keys)) return false;
  const candidates = shortcuts
    .peek()
    .filter((shortcut) => shortcut.keys === keys && (shortcut.overModal || !modalOpen.peek()));
  const inOrder = candidates.reverse();
  inOrder.sort((one, other) => Number(one.isLast ?? false) - Number(other.isLast ?? false));
  return inOrder.some(({ load, run, spoken }) => {
    const loading = load?.() ?? null;
    if (loading === null) {
      const hasRun = run() !== false;
      const text = hasRun ? (spoken?.() ?? "") : "";
      if (text !== "") announce(text);
      return hasRun;
    }
    holdKeys(press, loading);
    return true;
  });
}

function handleKey(press: KeyboardEvent): void {
  const chord = chordOf(press);
  if (chord === null || press.defaultPrevented || press.isComposing) return;
  if (isTyping(press.target) && !WHILE_TYPING.has(chord)) return;
  if (holdBehind(press)) {
    press.preventDefault();
    return;
  }
  const pair = prefix !== null && press.timeStamp - prefix.at < PAIR_MS ? prefix.chord : null;
  prefix = null;
  if ((pair !== null && runKeys(`${pair} ${chord}`, press)) || runKeys(chord, press))
    press.preventDefault();
  else prefix = { chord, at: press.timeStamp };
}

/** Before the field that a held key opened has the next one, ahead of those held between. */
function holdInOrder(press: KeyboardEvent): void {
  if (!holdWhileReplaying(press)) return;
  press.preventDefault();
  press.stopPropagation();
}

/** Starts listening. Call once. */
export function startShortcuts(): void {
  document.addEventListener("keydown", holdInOrder, { capture: true });
  document.addEventListener("keydown", handleKey);
}
