/** Comparing values as JSON has them, and columns of numbers. */

/** Whether two lists hold equal texts in the same order. */
export function hasSameValues(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index]);
}

/**
 * Whether two values say the same; the order of an object's members does not matter, and members
 * that are undefined do not count. Typed arrays are compared by their numbers, of which NaN equals
 * itself. An instance of any other class equals only itself.
 */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) {
    return Number.isNaN(one) && Number.isNaN(other);
  }
  const prototype = Object.getPrototypeOf(one);
  if (prototype !== Object.getPrototypeOf(other)) return false;
  if (Array.isArray(one)) return isSameList(one, other as unknown[]);
  if (ArrayBuffer.isView(one)) return isSameColumn(one, other as ArrayBufferView);
  return isPlain(one) && isPlain(other) && hasSameMembers(one, other);
}

/**
 * `next` with the parts of `before` that say the same in their place, and `before` itself where all
 * of it does: what depends on a part that has not changed finds the object that it knows.
 */
export function shareUnchanged<T>(before: T, next: T): T;
export function shareUnchanged(before: unknown, next: unknown): unknown {
  if (isSameValue(before, next)) return before;
  if (Array.isArray(before) && Array.isArray(next)) {
    return next.map((each, at) => (at < before.length ? shareUnchanged(before[at], each) : each));
  }
  if (!isPlain(before) || !isPlain(next)) return next;
  const shared = Object.entries(next).map(([name, each]) => [
    name,
    Object.hasOwn(before, name) ? shareUnchanged(before[name], each) : each,
  ]);
  return Object.fromEntries(shared);
}

function isPlain(value: unknown): value is Members {
  if (typeof value !== "object" || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((each, at) => isSameValue(each, other[at]));
}

function isSameColumn(one: ArrayBufferView, other: ArrayBufferView): boolean {
  if (one instanceof DataView) return false;
  const [a, b] = [one as unknown as Column, other as unknown as Column];
  return a.length === b.length && a.every((each, at) => Object.is(each, b[at]));
}

type Column = ArrayLike<number> & Pick<Float64Array, "every">;
type Members = Readonly<Record<string, unknown>>;

function hasSameMembers(one: Members, other: Members): boolean {
  const names = definedIn(one);
  return (
    names.length === definedIn(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSameValue(one[name], other[name]))
  );
}

/** JSON leaves out what is undefined. */
function definedIn(value: Members): string[] {
  return Object.keys(value).filter((name) => value[name] !== undefined);
}
