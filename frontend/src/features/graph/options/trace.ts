/** What is traced; it is in the address. */
import { batch, computed, type ReadonlySignal, signal } from "@preact/signals";
import type { GraphTrace } from "../../../api/types";
import { commitHistory, urlText } from "../../../state/address/url-state";

export type TraceDirection = GraphTrace["direction"];

export interface TraceChoice {
  readonly direction: TraceDirection;
  readonly source: string;
  /** The other end of ways between two nodes; empty otherwise. */
  readonly target: string;
  /** How many edges are followed at most; undefined for all. */
  readonly hops: number | undefined;
}

const DIRECTIONS: ReadonlySet<string> = new Set(["upstream", "downstream", "both", "between"]);
const MAX_HOPS = 1000;

const direction = urlText("trace");
const source = urlText("trace_of");
const target = urlText("trace_to");
const hops = urlText("hops");

/** What is traced now; undefined for nothing, and for an address that makes no sense. */
export const traceChoice: ReadonlySignal<TraceChoice | undefined> = computed(() => {
  const chosen = direction.value;
  if (!isDirection(chosen) || source.value === "") return undefined;
  if (chosen === "between" && target.value === "") return undefined;
  const ends = { source: source.value, target: chosen === "between" ? target.value : "" };
  return { direction: chosen, ...ends, hops: parseHops(hops.value) };
});

/** The node from which ways are to be traced to the node that is selected next; empty for none. */
export const tracePick = signal("");

export function startTrace(of: string, way: TraceDirection, to = ""): void {
  batch(() => {
    tracePick.value = "";
    direction.value = way;
    source.value = of;
    target.value = to;
  });
  commitHistory();
}

export function setHops(most: number | undefined): void {
  hops.value = most === undefined ? "" : String(most);
  commitHistory();
}

/** False when nothing was traced. */
export function stopTrace(): boolean {
  const wasTracing = direction.peek() !== "" || tracePick.peek() !== "";
  if (!wasTracing) return false;
  forgetTrace();
  commitHistory();
  return true;
}

/** Traces nothing, as when another graph is chosen. */
export function forgetTrace(): void {
  batch(() => {
    tracePick.value = "";
    for (const text of [direction, source, target, hops]) text.value = "";
  });
}

/** Traces the inputs of a node, or stops doing so; without a node it only stops. */
export function toggleInputs(name: string): boolean {
  const now = traceChoice.peek();
  const isTraced = now?.direction === "upstream" && now.source === name;
  if (name === "" || isTraced) return stopTrace();
  startTrace(name, "upstream");
  return true;
}

function isDirection(text: string): text is TraceDirection {
  return DIRECTIONS.has(text);
}

function parseHops(text: string): number | undefined {
  if (!/^\d{1,4}$/.test(text)) return undefined;
  return Math.min(MAX_HOPS, Number(text));
}
