import { runCount, shownRuns } from "../runs/runs";
import * as messages from "./messages";

export interface TagPart {
  readonly title: string;
  /** Of the file, without its ending. */
  readonly name: string;
  /** Undefined stands for all there are, here and below. */
  readonly tag?: readonly string[] | undefined;
  /** Ids. */
  readonly run?: readonly string[] | undefined;
}

interface Tagged {
  readonly tag: string;
}

interface TagsOfTab {
  /** Of the file that holds everything. */
  readonly name: string;
  readonly all: readonly Tagged[];
  /** Those that runs shown have. */
  readonly shown: readonly Tagged[];
  /** Of these, those that pass the filter. */
  readonly filtered: readonly Tagged[];
}

/**
 * The parts that differ, the smallest first. Read while a menu is open only: names of all cards and
 * runs make long addresses.
 */
export function tagParts({ name, all, shown, filtered }: TagsOfTab): readonly TagPart[] {
  const isEvery = shownRuns.value.length === runCount.value;
  const run = isEvery ? undefined : shownRuns.value.map(({ id }) => id);
  const tag = filtered.length < shown.length ? filtered.map((one) => one.tag) : undefined;
  const of = (tags: readonly Tagged[], count: number) =>
    messages.tagAndRunCount(tags.length, count);
  const parts: TagPart[] = [];
  if (tag !== undefined && tag.length > 0) {
    const title = messages.exportFilteredCards(of(filtered, shownRuns.value.length));
    parts.push({ title, name: `${name}-cards`, tag, run });
  }
  if (run !== undefined && shown.length > 0) {
    parts.push({
      title: messages.exportShownRuns(of(shown, run.length)),
      name: `${name}-runs`,
      run,
    });
  }
  return [...parts, { title: messages.exportAll(of(all, runCount.value)), name }];
}
