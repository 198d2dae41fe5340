/** A node in a line of text. */
import * as lateMessages from "../late/messages";
import * as messages from "../messages";
import { reasonText } from "../options/extraction-reason-text";
import type { ScopeNode } from "../scope/model";

/** `notes` are those of the viewer, by node. */
export function nodeText(node: ScopeNode, notes: ReadonlyMap<string, string>): string {
  const { name, op, functions, reason } = node;
  const calls = functions.length === 0 ? "" : messages.calls(functions.join(", "));
  const aside = reason && lateMessages.auxiliaryReason(reasonText(reason));
  return joined([name, op, calls, aside, notes.get(name) ?? ""]);
}

/** The parts that there are, as one text. */
export function joined(parts: readonly (string | null)[]): string {
  return parts.filter(Boolean).join(" · ");
}
