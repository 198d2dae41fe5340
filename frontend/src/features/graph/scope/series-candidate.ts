/** The series that an op would be a member of, by the rule of the server's `series_nodes`. */
import type { Scope, ScopeNode } from "./model";

/** Longer numbers are no longer exact. */
const MAX_DIGITS = 15;

/**
 * The full name of the series node that holds an op when it is grouped, or undefined where fewer
 * than two ops would be in it. Prefixes are equal regardless of case unless the rule is `exact`.
 */
export function seriesCandidate(scope: Scope, node: ScopeNode, exact = false): string | undefined {
  if (node.kind !== "op" || node.op === "") return undefined;
  const alike = (prefix: string): string => (exact ? prefix : prefix.toLowerCase());
  const [prefix, own] = prefixAndNumber(node.name);
  const prefixes = new Map<number, string>();
  for (const { kind, op, name } of scope.nodes) {
    if (kind !== "op" || op !== node.op) continue;
    const [other, number] = prefixAndNumber(name);
    if (alike(other) === alike(prefix) && !prefixes.has(number)) prefixes.set(number, other);
  }
  let [first, last] = [own, own];
  while (prefixes.has(first - 1)) first--;
  while (prefixes.has(last + 1)) last++;
  return first === last ? undefined : `${prefixes.get(first)}[${first}-${last}]`;
}

/** A label of letters and then digits is a prefix and a number; any other has number 0. */
function prefixAndNumber(path: string): [prefix: string, number: number] {
  const digits = /[0-9]*$/.exec(path)?.[0] ?? "";
  const prefix = path.slice(0, path.length - digits.length);
  const hasOther = /[0-9]/.test(prefix.slice(prefix.lastIndexOf("/") + 1));
  if (digits === "" || digits.length > MAX_DIGITS || hasOther) return [path, 0];
  return [prefix, Number(digits)];
}
