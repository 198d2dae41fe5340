/** Kinds of things the viewer does not want to see; they are in the address, as `hide=op:NoOp`. */
import type { ReadonlySignal } from "@preact/signals";
import { commitHistory, urlList } from "../../../state/address/url-state";

/** All ops of a type (`op:NoOp`), or all annotations or edges of a kind. */
export type HiddenKind = `op:${string}` | "constants" | "summaries" | "control";

const PLAIN: ReadonlySet<string> = new Set(["constants", "summaries", "control"]);
const written = urlList("hide");

export const hiddenKinds: ReadonlySignal<readonly string[]> = written;

export function opKind(op: string): HiddenKind {
  return `op:${op}`;
}

export function isHiddenKind(text: string): text is HiddenKind {
  return PLAIN.has(text) || (text.startsWith("op:") && text.length > 3);
}

/** What is hidden, in words. */
export function kindText(kind: string): string {
  if (kind === "control") return "control edges";
  return kind.startsWith("op:") ? `ops of type ${kind.slice(3)}` : kind;
}

export function setHidden(kind: HiddenKind, isHidden: boolean): void {
  const others = written.peek().filter((text) => text !== kind);
  written.value = isHidden ? [...others, kind] : others;
  commitHistory();
}

export function showAllKinds(): void {
  written.value = [];
  commitHistory();
}
