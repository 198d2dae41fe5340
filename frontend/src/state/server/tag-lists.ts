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
import { followGeneration } from "./polled-resource";

export class TagList {
  /** The last answer; null until the first. */
  readonly data: ReadonlySignal<Tags | null>;
  /** Why the last request failed; it is repeated. */
  readonly error: ReadonlySignal<Error | null>;
  readonly retry: () => void;
  private readonly resource;
  private users = 0;

  constructor(kind: string | undefined) {
    this.resource = followGeneration(() => getTags(kind), { version: listVersion });
    this.resource.isShown.value = false;
    const { data, error, retry } = this.resource;
    this.data = data;
    this.error = error;
    this.retry = retry;
  }

  /** Requests the list before the component that shows it is on the page. */
  prefetch(): this {
    this.resource.isShown.value = true;
    return this;
  }

  /** Keeps the list current; returns how to stop. */
  follow(): () => void {
    this.users += 1;
    this.resource.isShown.value = true;
    return () => {
      this.users -= 1;
      this.resource.isShown.value = this.users > 0;
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
