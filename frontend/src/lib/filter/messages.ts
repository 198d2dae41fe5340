/** The texts of errors in a filter or a regular expression. */
import { countText } from "../format/number";

// match-filter
export const unknownColumn = (key: string, text: string): string =>
  `No column “${key}”. To search for the text, write "${text}".`;

// parse-filter
export const unmatchedBracket = "Unmatched “)”";
export const tooDeep = "Too many nested groups";
export const nothingBefore = (word: string): string => `Nothing before “${word}”`;
export const nothingAfterNot = "Nothing after “not”";
export const incomplete = "A term is missing at the end";
export const missingBracket = "Missing “)”";
export const missingQuote = 'Missing closing “"”';
export const needsValue = (comparison: string): string => `“${comparison}” needs a value`;
export const needsOtherValue = (comparison: string, found: string): string =>
  `“${comparison}” needs a value, not “${found}”`;
export const filterTooLong = (limit: number): string =>
  `Filter too long (limit ${countText(limit)} characters)`;

// safe-regexp
export const rejected = (pattern: string, reason: string): string =>
  `/${pattern}/ rejected: ${reason}.`;
export const invalid = (pattern: string, reason: string): string =>
  `/${pattern}/ is not a valid regular expression: ${reason}.`;
export const longPattern = (limit: number): string => `longer than ${countText(limit)} characters`;
export const backreference = "backreferences are not supported";
export const manyRepetitions = (limit: number): string =>
  `more than ${countText(limit)} repetitions`;
export const nestedRepetition = "nested repetition may not terminate";
