/**
 * How well a name answers what was typed: its characters have to stand in the name in their order,
 * better side by side and at the beginnings of words.
 */

const SIDE_BY_SIDE = 6;
const WORD_START = 5;
const NAME_START = 4;
const GAP = 0.1;

/** Higher is better; null when the characters do not stand in the name. `typed` is lower case. */
export function fuzzyScore(typed: string, name: string): number | null {
  if (typed === "") return 0;
  const lower = name.toLowerCase();
  const whole = lower.indexOf(typed);
  if (whole >= 0) return wholeScore(typed, name, whole);
  let score = 0;
  let last = -1;
  for (const character of typed) {
    if (character === " ") continue;
    const at = lower.indexOf(character, last + 1);
    if (at < 0) return null;
    score += at === last + 1 ? SIDE_BY_SIDE : 1 - GAP * (at - last);
    if (isWordStart(name, at)) score += WORD_START;
    last = at + character.length - 1;
  }
  return score - lower.length * GAP;
}

/** What stands in the name as typed is better than any scattering of it. */
function wholeScore(typed: string, name: string, at: number): number {
  const each = SIDE_BY_SIDE + WORD_START;
  const start = at === 0 ? NAME_START : isWordStart(name, at) ? WORD_START / 2 : 0;
  return typed.length * each + start + WORD_START - GAP * (at + name.length);
}

function isWordStart(name: string, at: number): boolean {
  if (at === 0) return true;
  const before = name[at - 1] as string;
  const here = name[at] as string;
  if (!/[\p{L}\p{N}]/u.test(before)) return true;
  return /\p{Lu}/u.test(here) && /\p{Ll}/u.test(before);
}

export interface FuzzyBest<T> {
  readonly best: T[];
  /** How many answer at all. */
  readonly total: number;
  /** Of the best; negative infinity where none answers. */
  readonly score: number;
}

/**
 * The `most` that answer best, the best first; equals in the order given. What has several names is
 * found by the one that answers best.
 */
export function fuzzyBest<T>(
  typed: string,
  all: readonly T[],
  namesOf: (one: T) => readonly string[],
  most: number,
): FuzzyBest<T> {
  const wanted = typed.trim().toLowerCase();
  const found: { one: T; score: number }[] = [];
  for (const one of all) {
    const scores = namesOf(one).flatMap((name) => fuzzyScore(wanted, name) ?? []);
    if (scores.length > 0) found.push({ one, score: Math.max(...scores) });
  }
  if (wanted !== "") found.sort((a, b) => b.score - a.score);
  const best = found.slice(0, most).map(({ one }) => one);
  return { best, total: found.length, score: found[0]?.score ?? Number.NEGATIVE_INFINITY };
}
