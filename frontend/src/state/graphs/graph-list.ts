/** The list of the log's graphs: requested until all of them are read, and while it is shown. */
import { computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import { getGraphs } from "../../api/resources";
import type { Graphs } from "../../api/types";
import { graphsVersion } from "../server/connection";
import { liveQuery, useLive } from "../server/live-query";
import { uploadedGraphCount } from "./uploaded-graphs";

/** The pause between polls while graphs are being read: the server delays its answer a little. */
const READING_MS = 100;

export class GraphList {
  readonly data: ReadonlySignal<Graphs | null>;
  readonly error: ReadonlySignal<Error | null>;
  /** The tags that hold a graph: one that is logged again has a newer graph. */
  private readonly tags = signal<readonly string[]>([]);
  private readonly query = liveQuery(getGraphs, {
    version: computed(() => {
      const version = graphsVersion(this.tags.value);
      return version && `${version} ${uploadedGraphCount.value}`;
    }),
  });

  constructor() {
    this.data = this.query.data;
    this.error = this.query.error;
    effect(() => {
      const answer = this.data.value;
      this.tags.value = answer?.graphs.map(({ tag }) => tag) ?? [];
      const isReading = answer?.reading === true && this.error.value === null;
      if (!this.query.enabled.value || !isReading) return undefined;
      // Several answers in a row may say the same.
      const timer = setInterval(() => this.retry(), READING_MS);
      return () => clearInterval(timer);
    });
  }

  retry(): void {
    this.query.retry();
  }

  /** Leaves the list as it is until it is shown. */
  rest(): void {
    this.query.rest();
  }

  /** Keeps the list current while the component is on the page. */
  useList(): void {
    useLive(this.query);
  }
}

let shared: GraphList | undefined;

/** The page's list, requested from the first use on. */
export function graphList(): GraphList {
  shared ??= new GraphList();
  return shared;
}
