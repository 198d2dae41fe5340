/** Cards in sections: pinned ones, charts of several tags, then tags by their prefix. */
import type { Tag } from "../../api/types";
import { type CardSpec, tagCard } from "./card-spec";
import { prefixOf } from "./tag-name";

export interface Section {
  /** What it is folded by: a prefix, or a word that no prefix can be, as these hold no "/". */
  readonly key: string;
  readonly title: string;
  readonly cards: readonly CardSpec[];
}

const ORDER = new Intl.Collator("en", { numeric: true });

/** Sections by prefix, tags without one first; within both, `layer2` stands before `layer10`. */
export function inSections(tags: readonly Tag[]): Section[] {
  const byPrefix = new Map<string, Tag[]>();
  for (const tag of tags) {
    const prefix = prefixOf(tag.tag);
    const section = byPrefix.get(prefix);
    if (section === undefined) byPrefix.set(prefix, [tag]);
    else section.push(tag);
  }
  return [...byPrefix]
    .sort(([one], [other]) => ORDER.compare(one, other))
    .map(([prefix, own]) => ({
      key: prefix,
      title: prefix === "" ? "Without prefix" : prefix,
      cards: own.sort((one, other) => ORDER.compare(one.tag, other.tag)).map(tagCard),
    }));
}

/** All sections: a pinned card stands first, and not in its own section too. */
export function withPinned(
  sections: readonly Section[],
  combined: readonly CardSpec[],
  pinned: readonly string[],
): Section[] {
  const all = [{ key: "/combined", title: "Combined charts", cards: combined }, ...sections];
  const isPinned = new Set(pinned);
  const byId = new Map(all.flatMap(({ cards }) => cards.map((card) => [card.id, card])));
  const first = pinned.flatMap((id) => byId.get(id) ?? []);
  const rest = all.map((section) => ({
    ...section,
    cards: section.cards.filter(({ id }) => !isPinned.has(id)),
  }));
  const sorted = [{ key: "/pinned", title: "Pinned", cards: first }, ...rest];
  return sorted.filter(({ cards }) => cards.length > 0);
}
