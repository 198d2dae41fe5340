/** Which of the steps that were measured in the graph's run is shown. */
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { GraphQuery } from "../../../../api/graph-questions";
import { getRunMetadata } from "../../../../api/graph-questions";
import type { MeasuredStep } from "../../../../api/types";
import type { ProfileOptions } from "../../options/profile";

export class Measured {
  /** In the order in which they were logged; empty while they are not known. */
  readonly steps: ReadonlySignal<readonly MeasuredStep[]>;
  readonly error: ReadonlySignal<Error | null>;
  /** The chosen one, else the last that can be read; undefined without any. */
  readonly chosen: ReadonlySignal<MeasuredStep | undefined>;
  private readonly listed = signal<readonly MeasuredStep[]>([]);
  private readonly failure = signal<Error | null>(null);
  private readonly giving = new AbortController();

  constructor(
    graph: string,
    private readonly options: ProfileOptions,
  ) {
    this.steps = this.listed;
    this.error = this.failure;
    this.chosen = computed(() =>
      findChosen(this.steps.value, options.tag.value, options.step.value),
    );
    void this.list(graph);
  }

  choose(step: MeasuredStep): void {
    this.options.choose(step);
  }

  dispose(): void {
    this.giving.abort();
  }

  /** Which step, as questions about what was measured say it; undefined without any. */
  query(): (GraphQuery & { readonly tag: string }) | undefined {
    const step = this.chosen.value;
    return step && { tag: step.tag, step: String(step.step) };
  }

  private async list(graph: string): Promise<void> {
    try {
      this.listed.value = (await getRunMetadata(graph, this.giving.signal)).steps;
    } catch (cause) {
      if (this.giving.signal.aborted) return;
      this.failure.value = cause instanceof Error ? cause : new Error(String(cause));
    }
  }
}

export function findChosen(
  steps: readonly MeasuredStep[],
  tag: string,
  step: string,
): MeasuredStep | undefined {
  const isChosen = (each: MeasuredStep) => each.tag === tag && String(each.step) === step;
  return steps.find(isChosen) ?? steps.findLast(({ error }) => error === null);
}

/** A step by its tag, with its number where the tag does not tell it. */
export function stepTitle({ tag, step }: MeasuredStep): string {
  const number = String(step);
  return new RegExp(`(^|\\D)0*${number}$`).test(tag) ? tag : `${tag}, step ${number}`;
}
