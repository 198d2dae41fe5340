/**
 * Regular expressions that a viewer or a link brings, refused where matching could take for ever.
 *
 * The engine backtracks: a repetition inside a repetition, `(a+)+`, takes time exponential in the
 * length of what it is matched with, and the page stands still meanwhile. Such expressions are
 * refused, and so are references back, and more repetitions than names have use for.
 */
import { firstCharacters } from "../format/characters";
import * as messages from "./messages";

const MAX_CHARACTERS = 300;
/** With n repetitions side by side, time may grow with the n-th power of a name's length. */
const MAX_REPETITIONS = 6;

/** Without what stands for itself: escaped characters become `.`, classes too. */
function withoutLiterals(pattern: string): string {
  return pattern.replace(/\\./gs, ".").replace(/\[\^?\]?[^\]]*\]/g, ".");
}

/** Why the expression is rejected, as the end of a sentence; null when it is safe. */
export function refusalOf(pattern: string): string | null {
  if (pattern.length > MAX_CHARACTERS) return messages.longPattern(MAX_CHARACTERS);
  if (/\\[1-9]|\\k</.test(pattern.replace(/\\\\/g, ""))) return messages.backreference;
  const shape = withoutLiterals(pattern);
  const repetitions = shape.match(/[*+]|\{\d+,\d*\}/g)?.length ?? 0;
  if (repetitions > MAX_REPETITIONS) return messages.manyRepetitions(MAX_REPETITIONS);
  return hasNestedRepetition(shape) ? messages.nestedRepetition : null;
}

/** Whether a group that is repeated holds a repetition or a choice, which may overlap itself. */
function hasNestedRepetition(shape: string): boolean {
  const open: boolean[] = [];
  for (let at = 0; at < shape.length; at += 1) {
    const character = shape.charAt(at);
    if (character === "(") open.push(false);
    else if (character === ")") {
      const isLoose = open.pop() ?? false;
      const isRepeated = /^([*+]|\{\d+,?\d*\})/.test(shape.slice(at + 1));
      if (isLoose && isRepeated) return true;
      if (isLoose && open.length > 0) open[open.length - 1] = true;
    } else if (/[*+|{]/.test(character) && open.length > 0) open[open.length - 1] = true;
  }
  return false;
}

/** The expression that finds a text as it is. With the flag `u`, nothing else may be escaped. */
export function literalPattern(text: string): string {
  return text.replace(/[\\^$.|?*+()[\]{}]/g, "\\$&");
}

/** The expression, case ignored, or why it is none, as a sentence. */
export function parsePattern(pattern: string): RegExp | string {
  const refusal = refusalOf(pattern);
  if (refusal !== null) return messages.rejected(shortened(pattern), refusal);
  try {
    return new RegExp(pattern, "iu");
  } catch (cause) {
    return messages.invalid(pattern, reasonOf(cause));
  }
}

function shortened(pattern: string): string {
  return pattern.length > 40 ? `${firstCharacters(pattern, 40)}…` : pattern;
}

/** The engine's reason without the pattern, which stands in the box already. */
function reasonOf(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : String(cause);
  return (message.slice(message.lastIndexOf(": ") + 2) || message).toLowerCase();
}
