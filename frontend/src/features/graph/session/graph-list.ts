/** The list of the log's graphs: requested until all of them are read, and while it is shown. */
import { effect, type ReadonlySignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { getGraphs } from "../../../api/resources";
import type { Graphs } from "../../../api/types";
import { liveQuery, useLive } from "../../../state/server/live-query";

/** The pause between polls while graphs are being read: the server delays its answer a little. */
const READING_MS = 100;

export class GraphList {
  readonly data: ReadonlySignal<Graphs | null>;
  readonly error: ReadonlySignal<Error | null>;
  private readonly query = liveQuery(getGraphs);
  private isOpen = false;

  constructor() {
    this.data = this.query.data;
    this.error = this.query.error;
    effect(() => {
      const isReading = this.data.value?.reading === true && this.error.value === null;
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
    if (!this.isOpen) this.query.enabled.value = false;
  }

  /** Keeps the list current while the component is on the page. */
  useList(): void {
    useLive(this.query);
    useEffect(() => {
      this.isOpen = true;
      return () => {
        this.isOpen = false;
      };
    }, []);
  }
}
