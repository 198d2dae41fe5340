/** Several graphs that are compared with one of them, the base, one at a time. */
export interface ComparedSet {
  readonly base: string;
  /** What is shown against the base. */
  readonly shown: string;
  /** All but the base, in the order in which they were chosen. */
  readonly others: readonly string[];
}

/** As an address has it; what is shown is among the others. */
export function comparedSet(base: string, shown: string, others: readonly string[]): ComparedSet {
  const all = others.includes(shown) ? others : [shown, ...others];
  return { base, shown, others: all.filter((id) => id !== base) };
}

/** With one more graph, which is shown. */
export function withGraph({ base, others, shown }: ComparedSet, id: string): ComparedSet {
  return id === base ? { base, others, shown } : comparedSet(base, id, withOne(others, id));
}

/** With another base; where that was shown, the one before is. */
export function withBase({ base, shown, others }: ComparedSet, id: string): ComparedSet {
  const rest = others.map((other) => (other === id ? base : other));
  return { base: id, shown: shown === id ? base : shown, others: rest };
}

/** Without a graph; the last one beside the base stays. */
export function withoutGraph({ base, shown, others }: ComparedSet, id: string): ComparedSet {
  const rest = others.filter((other) => other !== id);
  const [first] = rest;
  if (first === undefined) return { base, shown, others };
  return { base, shown: shown === id ? first : shown, others: rest };
}

function withOne(ids: readonly string[], id: string): readonly string[] {
  return ids.includes(id) ? ids : [...ids, id];
}
