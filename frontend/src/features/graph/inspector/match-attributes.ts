import type { CardAttribute } from "../../../api/types";

/** Those that have a text in their name, their type or their value, in any case. */
export function matchAttributes(
  attributes: readonly CardAttribute[],
  text: string,
): readonly CardAttribute[] {
  const searched = text.trim().toLowerCase();
  if (searched === "") return attributes;
  return attributes.filter(({ name, type, text: value }) =>
    [name, type, value].some((part) => part?.toLowerCase().includes(searched)),
  );
}
