/** Names of downloaded files. */
import { firstCharacters } from "./characters";

const LONGEST = 80;

/**
 * A file's name without its ending: what it is of, such as a tag and a run, without what file
 * systems take for something else, and without the quotes of an expression.
 */
export function fileStem(...of: readonly string[]): string {
  const plain = of
    .join("-")
    .replaceAll('"', "")
    .replace(/[^\p{L}\p{N}._-]+/gu, "_");
  return firstCharacters(plain, LONGEST) || "export";
}
