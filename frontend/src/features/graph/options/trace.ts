/** What is traced. */
import { batch, computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { GraphTrace } from "../../../api/types";
import type { OptionStore } from "./option-store";

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

export class TraceOptions {
  /** What is traced now; undefined for nothing, and for an address that makes no sense. */
  readonly choice: ReadonlySignal<TraceChoice | undefined>;
  /** The node from which paths to the node that is selected next are traced; empty for none. */
  readonly pickFrom = signal("");
  private readonly direction: Signal<string>;
  private readonly source: Signal<string>;
  private readonly target: Signal<string>;
  private readonly hops: Signal<string>;

  constructor(private readonly store: OptionStore) {
    this.direction = store.text("trace");
    this.source = store.text("trace_of");
    this.target = store.text("trace_to");
    this.hops = store.text("hops");
    this.choice = computed(() => this.computeChoice());
  }

  start(of: string, way: TraceDirection, to = ""): void {
    batch(() => {
      this.pickFrom.value = "";
      this.direction.value = way;
      this.source.value = of;
      this.target.value = to;
    });
    this.store.commit();
  }

  setHops(most: number | undefined): void {
    this.hops.value = most === undefined ? "" : String(most);
    this.store.commit();
  }

  /** False where nothing was traced. */
  stop(): boolean {
    const wasTracing = this.direction.peek() !== "" || this.pickFrom.peek() !== "";
    if (!wasTracing) return false;
    this.forget();
    this.store.commit();
    return true;
  }

  /** Traces nothing, as when another graph is chosen. */
  forget(): void {
    batch(() => {
      this.pickFrom.value = "";
      for (const text of [this.direction, this.source, this.target, this.hops]) text.value = "";
    });
  }

  /** Traces the inputs of a node, or stops doing so; without a node it only stops. */
  toggleInputs(name: string): boolean {
    const now = this.choice.peek();
    const isTraced = now?.direction === "upstream" && now.source === name;
    if (name === "" || isTraced) return this.stop();
    this.start(name, "upstream");
    return true;
  }

  private computeChoice(): TraceChoice | undefined {
    const [direction, source] = [this.direction.value, this.source.value];
    if (!isDirection(direction) || source === "") return undefined;
    const target = direction === "between" ? this.target.value : "";
    if (direction === "between" && target === "") return undefined;
    return { direction, source, target, hops: parseHops(this.hops.value) };
  }
}

function isDirection(text: string): text is TraceDirection {
  return DIRECTIONS.has(text);
}

function parseHops(text: string): number | undefined {
  if (!/^\d{1,4}$/.test(text)) return undefined;
  return Math.min(MAX_HOPS, Number(text));
}
