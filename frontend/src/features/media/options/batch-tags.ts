/**
 * TensorFlow 1 logs every picture and sound of a batch under a tag of its own: `pics/image` where
 * there is one, else `pics/image/0`, `pics/image/1`, and so on. TensorFlow 2 logs the batch as the
 * samples of `pics`. Both are shown as one.
 */

import type { MediaKind } from "../../../api/media";
import type { Tag } from "../../../api/types";
import { grouped } from "../../../lib/algorithms/group-by";
import { plainMarkdown } from "../../../lib/format/plain-markdown";

export interface MediaTag extends Tag {
  readonly media: MediaKind;
}

/** The tags that make up a card, the batch in its order. */
export interface MediaBatch {
  readonly name: string;
  readonly media: MediaKind;
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  /** Those of the tags that each run has. */
  readonly tagsOf: ReadonlyMap<string, readonly string[]>;
}

const ENDINGS = {
  images: /^(.+)\/image(?:\/(\d{1,9}))?$/s,
  audio: /^(.+)\/audio(?:\/(\d{1,9}))?$/s,
};

/** What the batch is called, and which of it the tag is; −1 for a tag that holds all of it. */
export function placeInBatch(tag: string, media: MediaKind): { name: string; nth: number } {
  const [, name, nth = "0"] = ENDINGS[media].exec(tag) ?? [];
  return name === undefined ? { name: tag, nth: -1 } : { name, nth: Number(nth) };
}

/** In the order in which the first tag of each comes. */
export function batchesOf(tags: readonly MediaTag[]): readonly MediaBatch[] {
  const keyOf = ({ tag, media }: MediaTag) => `${media} ${placeInBatch(tag, media).name}`;
  return [...grouped(tags, keyOf).values()].flatMap(batchOf);
}

function batchOf(tags: readonly MediaTag[]): readonly MediaBatch[] {
  const places = tags.map((tag) => ({ tag, ...placeInBatch(tag.tag, tag.media) }));
  const sorted = places.sort((one, other) => one.nth - other.nth);
  const [first] = sorted;
  if (first === undefined) return [];
  const { display_name, description, media } = first.tag;
  const { name } = first;
  const all = sorted.map(({ tag }) => tag.tag);
  const pairs = sorted.flatMap(({ tag }) => tag.runs.map((run) => ({ run, tag: tag.tag })));
  const tagsOf = new Map(
    [...grouped(pairs, ({ run }) => run)].map(([run, own]) => [run, own.map(({ tag }) => tag)]),
  );
  return [
    {
      name,
      media,
      title: display_name || name,
      description: plainMarkdown(description),
      tags: all,
      tagsOf,
    },
  ];
}
