/** The group that a node would be a member of, by the rules of `series_nodes` and `stacks`. */
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

/**
 * The full name of the stack that holds a scope when it is grouped, or undefined where no other
 * scope has its structure and its name up to a number.
 */
export function stackCandidate(scope: Scope, node: ScopeNode): string | undefined {
  if (node.kind !== "metanode" || node.structure === null) return undefined;
  const [stem, own] = stemAndNumber(node.name);
  const members = scope.nodes.filter(({ kind, structure, name }) => {
    const isAlike = stemAndNumber(name)[0].toLowerCase() === stem.toLowerCase();
    return kind === "metanode" && structure === node.structure && isAlike;
  });
  if (members.length < 2) return undefined;
  const numbers = members.map(({ name }) => stemAndNumber(name)[1]);
  const [first, last] = [Math.min(own, ...numbers), Math.max(own, ...numbers)];
  const firstMember = members[numbers.indexOf(first)]?.name ?? node.name;
  return `${stemAndNumber(firstMember)[0]}[${first}-${last}]`;
}

/** TensorFlow names the first of several scopes `cell` and the second `cell_1`. */
function stemAndNumber(path: string): [stem: string, number: number] {
  const [prefix, number] = prefixAndNumber(path);
  const stem = prefix === path ? prefix : prefix.replace(/_$/, "");
  return [stem === "" || stem.endsWith("/") ? prefix : stem, number];
}

/** A label of letters and then digits is a prefix and a number; any other has number 0. */
function prefixAndNumber(path: string): [prefix: string, number: number] {
  const digits = /[0-9]*$/.exec(path)?.[0] ?? "";
  const prefix = path.slice(0, path.length - digits.length);
  const hasOther = /[0-9]/.test(prefix.slice(prefix.lastIndexOf("/") + 1));
  if (digits === "" || digits.length > MAX_DIGITS || hasOther) return [path, 0];
  return [prefix, Number(digits)];
}
