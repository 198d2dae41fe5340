/** Which nodes choices name, and the choices without those that are not there. */

import * as lateMessages from "../late/messages";
import * as messages from "../messages";
import type { Choices } from "../options/choices";
import { parseRule } from "../options/extraction";
import { parseNote, parsePaint } from "../options/node-marks";
import { scopeOfRequest } from "../scope/model";

/** What was chosen for something that a graph does not have, in words. */
export interface StaleOption {
  readonly name: string;
  readonly text: string;
}

const WORDS: Readonly<Record<string, string>> = {
  open: messages.staleOpenScope,
  ungroup: messages.staleUngrouped,
  group: messages.staleGrouped,
  paint: messages.staleColour,
  note: messages.staleNote,
  choice: messages.staleRule,
};

/** All full names of nodes and scopes that choices speak of, each once. */
export function namedNodes(choices: Choices): string[] {
  const names = Object.entries(choices).flatMap(([key, values]) =>
    (values ?? []).flatMap((value) => nameIn(key, value) ?? []),
  );
  return [...new Set(names)];
}

/** The choices that name nothing unknown, and those that do. */
export function matchChoices(
  choices: Choices,
  unknown: ReadonlySet<string>,
): { readonly matching: Choices; readonly unmatched: StaleOption[] } {
  const matching: Record<string, readonly string[]> = {};
  const unmatched: StaleOption[] = [];
  for (const [key, values = []] of Object.entries(choices)) {
    const isMissing = (value: string): boolean => unknown.has(nameIn(key, value) ?? "");
    const known = values.filter((value) => !isMissing(value));
    if (known.length > 0) matching[key] = known;
    for (const value of values.filter(isMissing)) {
      const name = nameIn(key, value) ?? "";
      unmatched.push({ name, text: lateMessages.staleSetting(WORDS[key] ?? key, name) });
    }
  }
  return { matching, unmatched };
}

/** The name in a value; undefined for one that is about many nodes, or about none. */
function nameIn(key: string, value: string): string | undefined {
  if (key === "paint") return parsePaint(value)?.[0][0];
  if (key === "note") return parseNote(value)?.[0][0];
  if (key === "ungroup" || key === "group") return scopeOfRequest(value) ?? value;
  if (key === "open") return value;
  const rule = key === "choice" ? parseRule(value) : undefined;
  return rule?.kind === "name" || rule?.kind === "scope" ? rule.what : undefined;
}
