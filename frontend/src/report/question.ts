/** A question of the page as what it is about: a path, and pairs of a name and a value. */

export type Pair = readonly [name: string, value: string];

export interface Question {
  readonly path: string;
  /** In the order of the address. */
  readonly pairs: readonly Pair[];
}

export function parseQuestion(url: string): Question {
  const [path = "", search = ""] = url.split("?", 2);
  return { path, pairs: [...new URLSearchParams(search)] };
}

export function valuesOf({ pairs }: Question, name: string): string[] {
  return pairs.filter(([own]) => own === name).map(([, value]) => value);
}

export function firstOf(question: Question, name: string): string | undefined {
  return valuesOf(question, name)[0];
}

/** The question with one value for a name, or without the name. */
export function withValue({ path, pairs }: Question, name: string, value?: string): Question {
  const others = pairs.filter(([own]) => own !== name);
  return { path, pairs: value === undefined ? others : [...others, [name, value]] };
}
