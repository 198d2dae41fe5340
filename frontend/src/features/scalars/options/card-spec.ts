/** What a card shows: one tag, several that the viewer put together, or a chart that is laid out. */

import type { Tag } from "../../../api/types";
import { plainMarkdown } from "../../../lib/format/plain-markdown";
import { type Combined, tagsOf, titleOf } from "./combined-charts";

/** A line and the ends of the band around it, as tags. */
export interface MarginTags {
  readonly value: string;
  readonly lower: string;
  readonly upper: string;
}

/** A chart whose tags are not chosen on the card: a layout names them. */
export interface LaidOut {
  /** Lines with the bands around them that other tags give. */
  readonly margins: readonly MarginTags[];
  /** Why it draws nothing; null where it does. */
  readonly note: string | null;
  /** Null for a chart that the log laid out. */
  readonly change: { readonly edit: () => void; readonly remove: () => void } | null;
}

/** A tag, or what the viewer computes of tags. */
export interface SpecTag extends Tag {
  readonly isExpression?: true;
}

export interface CardSpec {
  /** The tag, or the chart of several as it stands in the address, or the name of a layout's. */
  readonly id: string;
  /** What it is called, of which a card shows what tells it from those of its section. */
  readonly title: string;
  /** The tag; of any other card its title. */
  readonly name: string;
  readonly description: string;
  readonly tags: readonly SpecTag[];
  /** Null for a card of one tag, and for one that is laid out. */
  readonly combined: Combined | null;
  readonly laidOut: LaidOut | null;
  /** Ids of the runs that it is about; without them, all that are shown. */
  readonly only?: ReadonlySet<string>;
}

const ofTag = new WeakMap<Tag, CardSpec>();

/** The card of a tag; the same for the same tag, so that nothing is worked out twice. */
export function tagCard(tag: Tag): CardSpec {
  const known = ofTag.get(tag);
  if (known !== undefined) return known;
  const { display_name, description } = tag;
  const card = {
    id: tag.tag,
    title: display_name || tag.tag,
    name: tag.tag,
    description: plainMarkdown(description),
    tags: [tag],
    combined: null,
    laidOut: null,
  };
  ofTag.set(tag, card);
  return card;
}

function expressionTag(tag: string): SpecTag {
  return {
    tag,
    kind: "scalars",
    display_name: "",
    description: "",
    runs: [],
    isExpression: true,
  };
}

/** The card of several tags, of those there are, and of expressions. */
export function combinedCard(id: string, combined: Combined, all: readonly Tag[]): CardSpec {
  const tags = [...tagsOf(combined, all), ...(combined.expressions ?? []).map(expressionTag)];
  const title = titleOf(combined);
  return { id, title, name: title, description: "", tags, combined, laidOut: null };
}
