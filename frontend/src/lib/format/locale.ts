/**
 * Languages of the page: its texts are English, its numbers and dates follow the browser.
 *
 * Every format of `Intl` on the page takes its locale from here.
 */

/** The locale of numbers, dates and sorted names; `Intl` reads `undefined` as the browser's. */
export const BROWSER_LOCALE: Intl.LocalesArgument = undefined;

/** The language of the texts, for plurals and lists inside sentences. */
const TEXT_LANGUAGE = "en-GB";

const PLURALS = new Intl.PluralRules(TEXT_LANGUAGE);
const CONJUNCTION = new Intl.ListFormat(TEXT_LANGUAGE, { type: "conjunction" });

/** `one` for a count of 1, `other` for any other. */
export function plural(count: number, one: string, other: string): string {
  return PLURALS.select(count) === "one" ? one : other;
}

/** `a`, `a and b`, `a, b and c`. */
export function listText(items: readonly string[]): string {
  return CONJUNCTION.format(items);
}

/** Orders names as readers do, with numbers by value: `layer2` before `layer10`. */
export const NAME_ORDER = new Intl.Collator(BROWSER_LOCALE, { numeric: true });
