/**
 * The lists of tags, one for each kind of data and one for all kinds: every tab reads the same.
 *
 * A list is requested again when a run or a tag may have come or gone, not with every new point,
 * and only while something on the page shows it.
 */
import { getTags } from "../../api/resources";
import type { Tags } from "../../api/types";
import { listVersion } from "./connection";
import { type LiveQuery, liveQuery } from "./live-query";

const lists = new Map<string | undefined, LiveQuery<Tags>>();

/** The list of the tags of a kind, or of all kinds; it is requested once something follows it. */
export function tagList(kind?: string): LiveQuery<Tags> {
  const known = lists.get(kind);
  if (known !== undefined) return known;
  const list = liveQuery((signal) => getTags(kind, signal), { version: listVersion });
  list.enabled.value = false;
  lists.set(kind, list);
  return list;
}

/** The same, requested before the component that shows it is on the page. */
export function prefetchedTagList(kind?: string): LiveQuery<Tags> {
  const list = tagList(kind);
  list.enabled.value = true;
  return list;
}
