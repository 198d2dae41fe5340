/** The names of a list as they stand on the page: short, and cut where they differ. */
import { type CutName, cutNames } from "./cut-names";
import { shortNames } from "./short-names";

export interface ShortName {
  /** Without what all names of the list share. */
  readonly name: string;
  readonly full: string;
  /** Where the short name gives way. */
  readonly pieces: CutName;
}

/** A name of the list, or any other, which stays as it is. */
export type Shorten = (full: string) => ShortName;

/** Shortens the names of a list by what they share; `room` is in characters. */
export function shortener(names: Iterable<string>, room?: number): Shorten {
  const short = shortNames(names, room);
  const cut = cutNames(short.values());
  return (full) => {
    const name = short.get(full) ?? full;
    return { name, full, pieces: cut(name) };
  };
}
