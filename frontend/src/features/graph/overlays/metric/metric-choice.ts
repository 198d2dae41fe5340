/** Which metric is shown and how, as the options write it. */
import { computed, type ReadonlySignal } from "@preact/signals";
import type { ScopeTags } from "../../../../api/types";
import type { OptionStore } from "../../options/option-store";

type Metric = ScopeTags["metrics"][number];
export type Kind = Metric["kind"];

export const STATISTICS = ["norm", "mean", "std", "zeros", "p5", "p50", "p95"] as const;
export type Statistic = (typeof STATISTICS)[number];

export const VIEWS = ["value", "rate", "change", "share", "ratio", "over"] as const;
export type View = (typeof VIEWS)[number];

export interface MetricName {
  readonly kind: Kind;
  /** Of histograms. */
  readonly statistic: Statistic;
  readonly metric: string;
}

/** `scalars:grad_norm`, `histograms/zeros:activations`. */
export function printMetric({ kind, statistic, metric }: MetricName): string {
  return `${kind}${kind === "histograms" ? `/${statistic}` : ""}:${metric}`;
}

export function parseMetric(text: string): MetricName | undefined {
  const [, kind, statistic, metric] = /^(scalars|histograms)(?:\/(\w+))?:(.*)$/s.exec(text) ?? [];
  if (kind === undefined || metric === undefined) return undefined;
  const known = STATISTICS.find((each) => each === statistic) ?? "norm";
  return { kind: kind as Kind, statistic: known, metric };
}

/** What the viewer chose; the metric of most scopes where nothing was. */
export class MetricChoice {
  readonly shown: ReadonlySignal<MetricName | undefined>;
  readonly view: ReadonlySignal<View>;
  /** The name of the baseline run, the step since which, or the other metric: as the view wants. */
  readonly against: ReadonlySignal<string>;

  constructor(
    private readonly store: OptionStore,
    known: ReadonlySignal<readonly Metric[]>,
  ) {
    this.shown = computed(() => {
      const [first] = known.value;
      const fallback = first && { ...first, statistic: "norm" as const };
      return parseMetric(store.text("metric").value) ?? fallback;
    });
    this.view = computed(() => {
      const written = store.text("metric_view").value;
      return VIEWS.find((view) => view === written) ?? "value";
    });
    this.against = store.text("metric_against");
  }

  show(metric: MetricName): void {
    this.store.text("metric").value = printMetric(metric);
    this.store.commit();
  }

  see(view: View, against = ""): void {
    this.store.text("metric_view").value = view;
    this.store.text("metric_against").value = against;
    this.store.commit();
  }
}
