/** What the lines of a card are called. */
import type { CardLine } from "./card-lines";
import { shortTag } from "./tag-name";

/** The run, or the group and how many runs it has; with the tag on a card of several. */
export function lineName(
  { tag, runs, group }: CardLine,
  nameOf: (run: string) => string,
  hasSeveralTags: boolean,
): string {
  const whose = group === null ? nameOf(runs[0] ?? "") : `${group} (${runs.length})`;
  return hasSeveralTags ? `${whose} · ${shortTag(tag)}` : whose;
}
