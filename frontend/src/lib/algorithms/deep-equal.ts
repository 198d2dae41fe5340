/** Comparing values as JSON has them. */

/** Whether two lists hold equal texts in the same order. */
export function hasSameValues(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index]);
}

/** Whether two values say the same; the order of an object's members does not matter. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) {
    return false;
  }
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [members, others] = [definedOf(one), definedOf(other)];
  return (
    members.size === others.size &&
    [...members].every(([name, value]) => others.has(name) && isSameValue(value, others.get(name)))
  );
}

/** JSON leaves out what is undefined. */
function definedOf(value: object): Map<string, unknown> {
  return new Map(Object.entries(value).filter(([, member]) => member !== undefined));
}
