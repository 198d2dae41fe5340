/** What the lines of a card are called. */

import type { Tag } from "../../../api/types";
import { shortNames } from "../../../lib/lists/short-names";
import * as messages from "../messages";
import type { Spread } from "../options/tab-options";
import type { CardLine } from "./series-lines";

/** What the line and the band of a group are. */
export const SPREAD_TEXT: Record<Spread, string> = {
  std: messages.groupStd,
  stderr: messages.groupStderr,
  ci95: messages.groupCi,
  range: messages.groupRange,
};

/**
 * The run, or the group and how many runs it has. On a card of several tags also the tag, from
 * where it differs from the others: `loss/train` and `acc/train` must not both be `train`.
 */
export function lineName(
  { tag, runs, group }: CardLine,
  nameOf: (run: string) => string,
  tags: readonly Tag[],
): string {
  const whose = group === null ? nameOf(runs[0] ?? "") : messages.groupSize(group, runs.length);
  if (tags.length < 2) return whose;
  return `${whose} · ${shortNames(tags.map((one) => one.tag)).get(tag) ?? tag}`;
}

/** The same for a legend that stands alone, where nothing else says what the band is. */
export function legendName(
  line: CardLine,
  nameOf: (run: string) => string,
  tags: readonly Tag[],
  spread: Spread | "off",
): string {
  const name = lineName(line, nameOf, tags);
  return line.group === null || spread === "off" ? name : `${name}: ${SPREAD_TEXT[spread]}`;
}
