/** What a card shows: one tag, or several that the viewer put together. */
import type { Tag } from "../../api/types";
import { shortTag } from "../../lib/tag-name";
import { type Combined, tagsOf, titleOf } from "./combined";

export interface CardSpec {
  /** The tag, or the chart of several as it stands in the address. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly tags: readonly Tag[];
  /** Null for a card of one tag. */
  readonly combined: Combined | null;
}

const ofTag = new WeakMap<Tag, CardSpec>();

/** The card of a tag; the same for the same tag, so that nothing is worked out twice. */
export function tagCard(tag: Tag): CardSpec {
  const known = ofTag.get(tag);
  if (known !== undefined) return known;
  const { display_name: name, description } = tag;
  const title = name && name !== tag.tag ? name : shortTag(tag.tag);
  const card = { id: tag.tag, title, description, tags: [tag], combined: null };
  ofTag.set(tag, card);
  return card;
}

/** The card of several tags, of those there are. */
export function combinedCard(id: string, combined: Combined, all: readonly Tag[]): CardSpec {
  const tags = tagsOf(combined, all);
  return { id, title: titleOf(combined), description: "", tags, combined };
}
