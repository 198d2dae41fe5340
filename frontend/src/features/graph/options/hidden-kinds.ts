/** Kinds of things the viewer does not want to see, written as `op:NoOp`. */
import type { ReadonlySignal, Signal } from "@preact/signals";
import * as messages from "../messages";
import type { OptionStore } from "./option-store";

/** All ops of a type (`op:NoOp`), or all annotations or edges of a kind. */
export type HiddenKind = `op:${string}` | "constants" | "summaries" | "control";

const PLAIN: ReadonlySet<string> = new Set(["constants", "summaries", "control"]);

export class HiddenKinds {
  /** As written; some of them may be no kinds. */
  readonly kinds: ReadonlySignal<readonly string[]>;
  private readonly written: Signal<string[]>;

  constructor(private readonly store: OptionStore) {
    this.written = store.list("hide");
    this.kinds = this.written;
  }

  set(kind: HiddenKind, isHidden: boolean): void {
    const others = this.written.peek().filter((text) => text !== kind);
    this.written.value = isHidden ? [...others, kind] : others;
    this.store.commit();
  }

  showAll(): void {
    this.written.value = [];
    this.store.commit();
  }
}

export function opKind(op: string): HiddenKind {
  return `op:${op}`;
}

export function isHiddenKind(text: string): text is HiddenKind {
  return PLAIN.has(text) || (text.startsWith("op:") && text.length > 3);
}

/** What is hidden, in words. */
export function kindText(kind: string): string {
  if (kind === "control") return messages.controlEdges;
  return kind.startsWith("op:") ? messages.opsOfType(kind.slice(3)) : kind;
}
