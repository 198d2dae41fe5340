import type { Steps } from "../core/resumable";

/** Cached entries; the oldest are dropped first. */
const MAX_CACHED = 500;

/** The cached value of a key, computed when it is not there. */
export function* memoise<T>(memo: Map<string, T>, key: string, make: () => Steps<T>): Steps<T> {
  const known = memo.get(key);
  if (known !== undefined) return known;
  const made = yield* make();
  memo.set(key, made);
  const oldest = memo.keys().next().value;
  if (memo.size > MAX_CACHED && oldest !== undefined) memo.delete(oldest);
  return made;
}
