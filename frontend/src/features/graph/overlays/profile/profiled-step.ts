/** Which of the steps that were measured in the graph's run is shown. */
import { computed, type ReadonlySignal } from "@preact/signals";
import type { GraphQuery } from "../../../../api/graph-questions";
import { getRunMetadata } from "../../../../api/graph-questions";
import type { MeasuredStep } from "../../../../api/types";
import { LatestQuery } from "../../../../state/server/latest-query";
import { QueryCache } from "../../../../state/server/query-cache";
import type { ProfileOptions } from "../../options/profile";
import * as messages from "../messages";

const NO_STEPS: readonly MeasuredStep[] = [];

export class ProfiledStep {
  /** Those that measured an op, in the order in which they were logged; empty until known. */
  readonly steps: ReadonlySignal<readonly MeasuredStep[]>;
  readonly error: ReadonlySignal<Error | null>;
  /** The chosen one, else the last that can be read; undefined without any. */
  readonly chosen: ReadonlySignal<MeasuredStep | undefined>;
  private readonly latest = new LatestQuery(
    new QueryCache({ fetch: getRunMetadata, isRetried: false, maxIdle: 0 }),
  );

  constructor(
    graph: string,
    private readonly options: ProfileOptions,
  ) {
    const { state } = this.latest;
    this.steps = computed(() => state.value.data?.steps.filter(hasRecords) ?? NO_STEPS);
    this.error = computed(() => state.value.error);
    this.chosen = computed(() =>
      findChosen(this.steps.value, options.tag.value, options.step.value),
    );
    this.latest.show(graph);
  }

  choose(step: MeasuredStep): void {
    this.options.choose(step);
  }

  dispose(): void {
    this.latest.clear();
  }

  /** Which step, as questions about what was measured say it; undefined without any. */
  query(): (GraphQuery & { readonly tag: string }) | undefined {
    const step = this.chosen.value;
    return step && { tag: step.tag, step: String(step.step) };
  }
}

/** PyTorch logs statistics without a record with every graph; what is unread may have some. */
export function hasRecords({ devices }: MeasuredStep): boolean {
  return devices === null || Object.values(devices).some((records) => records > 0);
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
  return new RegExp(`(^|\\D)0*${number}$`).test(tag) ? tag : messages.stepOfTag(tag, number);
}
