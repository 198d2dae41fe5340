/**
 * The lists of tags, one for each kind of data and one for all kinds: every tab reads the same.
 *
 * A list is requested again when a run or a tag may have come or gone, not with every new point,
 * and only while something on the page shows it.
 */
import type { ReadonlySignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { getTags } from "../../api/resources";
import type { Tags } from "../../api/types";
import { listVersion } from "./connection";
import { liveQuery } from "./live-query";

export class TagList {
  /** The last answer; null until the first. */
  readonly data: ReadonlySignal<Tags | null>;
  /** Why the last request failed; it is repeated. */
  readonly error: ReadonlySignal<Error | null>;
  readonly retry: () => void;
  private readonly query;
  private users = 0;

  constructor(kind: string | undefined) {
    this.query = liveQuery((signal) => getTags(kind, signal), { version: listVersion });
    this.query.enabled.value = false;
    const { data, error, retry } = this.query;
    this.data = data;
    this.error = error;
    this.retry = retry;
  }

  /** Requests the list before the component that shows it is on the page. */
  prefetch(): this {
    this.query.enabled.value = true;
    return this;
  }

  /** Keeps the list current; returns how to stop. */
  follow(): () => void {
    this.users += 1;
    this.query.enabled.value = true;
    return () => {
      this.users -= 1;
      this.query.enabled.value = this.users > 0;
    };
  }
}

const lists = new Map<string | undefined, TagList>();

/** The list of the tags of a kind, or of all kinds. */
export function tagList(kind?: string): TagList {
  const known = lists.get(kind);
  if (known !== undefined) return known;
  const list = new TagList(kind);
  lists.set(kind, list);
  return list;
}

/** Keeps a list current while a component is on the page. */
export function useTagList(list: TagList): void {
  useEffect(() => list.follow(), [list]);
}
