/** Titles of columns without what they share. */
import { type Shorten, type ShortName, shortener } from "../../../lib/lists/shortener";
import type { Column } from "./session-table";

type Titled = Pick<Column, "kind" | "title">;

/** In characters: a column is as wide as its values, an axis stands beside others. */
const ROOM = 14;

/**
 * Shortens the titles of hyper-parameters and of metrics apart, since the two seldom share anything.
 * Where that would give a metric the name of a hyper-parameter, both have their whole titles.
 */
export function titleShortener(columns: readonly Titled[]): (column: Titled) => ShortName {
  const titlesOf = (wanted: Titled["kind"]) =>
    columns.filter(({ kind }) => kind === wanted).map(({ title }) => title);
  const shorten: Readonly<Record<Titled["kind"], Shorten>> = {
    hparam: shortener(titlesOf("hparam"), ROOM),
    metric: shortener(titlesOf("metric"), ROOM),
  };
  const whole = shortener([]);
  const hparams = new Set(titlesOf("hparam").map((title) => shorten.hparam(title).name));
  const both = new Set(
    titlesOf("metric").flatMap((title) => {
      const { name } = shorten.metric(title);
      return hparams.has(name) ? [name] : [];
    }),
  );
  return ({ kind, title }) => {
    const short = shorten[kind](title);
    return both.has(short.name) ? whole(title) : short;
  };
}
