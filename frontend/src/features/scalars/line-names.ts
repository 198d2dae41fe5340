/** What the lines of a card are called. */

import { shortTag } from "../../lib/tag-name";
import type { CardLine } from "./card-lines";
import type { Spread } from "./group-band";

/** What the line and the band of a group are. */
export const SPREAD_TEXT: Record<Spread, string> = {
  std: "mean ± standard deviation",
  stderr: "mean ± standard error",
  ci95: "mean, 95 % confidence interval",
  range: "mean, least to greatest",
};

/** The run, or the group and how many runs it has; with the tag on a card of several. */
export function lineName(
  { tag, runs, group }: CardLine,
  nameOf: (run: string) => string,
  hasSeveralTags: boolean,
): string {
  const whose = group === null ? nameOf(runs[0] ?? "") : `${group} (${runs.length})`;
  return hasSeveralTags ? `${whose} · ${shortTag(tag)}` : whose;
}

/** The same for a legend that stands alone, where nothing else says what the band is. */
export function legendName(
  line: CardLine,
  nameOf: (run: string) => string,
  hasSeveralTags: boolean,
  spread: Spread | "off",
): string {
  const name = lineName(line, nameOf, hasSeveralTags);
  return line.group === null || spread === "off" ? name : `${name}: ${SPREAD_TEXT[spread]}`;
}
