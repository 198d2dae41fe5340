/** The parts of a tag's name. */

/** What stands before the first "/"; empty without one. */
export function prefixOf(tag: string): string {
  const slash = tag.indexOf("/");
  return slash < 0 ? "" : tag.slice(0, slash);
}

/** The tag without its section's prefix. */
export function shortTag(tag: string): string {
  return tag.slice(tag.indexOf("/") + 1) || tag;
}
