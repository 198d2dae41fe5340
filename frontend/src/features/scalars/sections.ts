/** Tags in sections by what stands before their first "/". */
import type { Tag } from "../../api/types";

export interface Section {
  /** Empty for tags without a "/". */
  readonly prefix: string;
  readonly tags: readonly Tag[];
}

const ORDER = new Intl.Collator("en", { numeric: true });

export function prefixOf(tag: string): string {
  const slash = tag.indexOf("/");
  return slash < 0 ? "" : tag.slice(0, slash);
}

/** The tag without its section's prefix. */
export function shortTag(tag: string): string {
  return tag.slice(tag.indexOf("/") + 1) || tag;
}

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
    .map(([prefix, own]) => ({
      prefix,
      tags: own.sort((one, other) => ORDER.compare(one.tag, other.tag)),
    }))
    .sort((one, other) => ORDER.compare(one.prefix, other.prefix));
}
