/** The values of a metric by which the nodes in sight are coloured, at the step of all tabs. */
import { computed, effect, type ReadonlySignal, signal, untracked } from "@preact/signals";
import { getScopeMetrics, type ScopeMetrics } from "../../../../api/graph-metrics";
import { type GraphQuery, getScopeTags } from "../../../../api/graph-questions";
import type { ScopeTags } from "../../../../api/types";
import { nearestStep } from "../../../../lib/algorithms/nearest-step";
import { runs } from "../../../../state/runs/runs";
import { listVersion, runsVersion } from "../../../../state/server/connection";
import { LatestQuery } from "../../../../state/server/latest-query";
import { QueryCache } from "../../../../state/server/query-cache";
import { step } from "../../../../state/tags/selected-step";
import type { HeatFill, NodeFill } from "../../scene/node-fill";
import type { GraphSession } from "../../session/graph-session";
import { valueCode } from "../../viewport/value-code";
import * as messages from "./messages";
import { MetricChoice, parseMetric } from "./metric-choice";
import { heatOf, type MetricScale, scaleOf } from "./metric-scale";

/** Steps of a window: as many as a slider can tell apart. */
const STEPS = 300;
const MAX_IDLE = 6;

export interface MetricColours {
  readonly fills: ReadonlyMap<string, NodeFill>;
  /** Nodes of which nothing was logged. */
  readonly unused: ReadonlySet<string>;
  readonly legend: { readonly kind: "metric"; readonly scale: MetricScale | null };
}

export class MetricSession {
  readonly tags: ReadonlySignal<ScopeTags | null>;
  readonly choice: MetricChoice;
  readonly metrics: ReadonlySignal<ScopeMetrics | null>;
  /** The step on show, of those that there are; null until they are known. */
  readonly shownStep: ReadonlySignal<number | null>;
  readonly colours: ReadonlySignal<MetricColours>;
  readonly error: ReadonlySignal<Error | null>;
  /** What the view lacks, as a sentence; empty for nothing. */
  readonly lacks: ReadonlySignal<string>;
  private readonly scale: ReadonlySignal<MetricScale | null>;
  private readonly stops: (() => void)[];

  constructor(private readonly session: GraphSession) {
    const { id } = session.graph;
    const lists = new LatestQuery<GraphQuery, ScopeTags>(
      new QueryCache({
        fetch: (query, abort) => getScopeTags(id, query, abort),
        version: () => listVersion.value,
        isRetried: false,
        maxIdle: 1,
      }),
    );
    const values = new LatestQuery<GraphQuery & { readonly run: string }, ScopeMetrics>(
      new QueryCache({
        fetch: (query, abort) => getScopeMetrics(id, query, abort),
        version: ({ run }) => runsVersion([run]),
        isRetried: false,
        maxIdle: MAX_IDLE,
      }),
    );
    const lacks = signal("");
    this.lacks = lacks;
    this.tags = computed(() => lists.state.value.data);
    this.choice = new MetricChoice(
      session.options.store,
      computed(() => this.tags.value?.metrics ?? []),
    );
    this.metrics = computed(() => values.state.value.data);
    this.error = computed(() => values.state.value.error ?? lists.state.value.error);
    this.shownStep = computed(() => nearestStep(this.metrics.value?.steps ?? [], step.value));
    this.scale = computed(() => {
      const metrics = this.metrics.value;
      if (metrics === null || !Number.isFinite(metrics.least)) return null;
      return scaleOf(this.choice.view.value, metrics.least, metrics.greatest);
    });
    this.colours = computed(() => this.computeColours());
    this.stops = [
      effect(() => lists.show(this.common())),
      effect(() => {
        const query = this.query();
        untracked(() => {
          lacks.value = typeof query === "string" ? query : "";
          if (typeof query !== "string") values.show(query);
        });
      }),
      () => lists.clear(),
      () => values.clear(),
    ];
    valueCode.load()?.catch(() => undefined);
  }

  dispose(): void {
    for (const stop of this.stops) stop();
  }

  private common(): GraphQuery {
    const { extraction, store } = this.session.options;
    return { ...extraction.groupingQuery(), tag_rule: store.list("tag_rule").value };
  }

  /** Or what is missing. */
  private query(): (GraphQuery & { readonly run: string }) | string {
    const tags = this.tags.value;
    const shown = this.choice.shown.value;
    if (tags === null) return messages.loadingTags;
    if (shown === undefined) return messages.noMetrics;
    const { metric, kind, statistic } = shown;
    const view = this.choice.view.value;
    const own = { ...this.common(), run: tags.run, metric, kind, statistic, view, steps: STEPS };
    const against = this.choice.against.value;
    if (view === "change") return against === "" ? messages.chooseStep : { ...own, since: against };
    if (view === "ratio") {
      const baseline = runs.value.find(({ name }) => name === against)?.id;
      return baseline === undefined ? messages.chooseRun : { ...own, baseline };
    }
    if (view === "over") {
      const over = parseMetric(against);
      return over === undefined
        ? messages.chooseMetric
        : { ...own, over: over.metric, over_kind: over.kind };
    }
    return own;
  }

  private computeColours(): MetricColours {
    const nothing = { fills: new Map<string, NodeFill>(), unused: new Set<string>() };
    const [metrics, scale, shownStep] = [
      this.metrics.value,
      this.scale.value,
      this.shownStep.value,
    ];
    const legend = { kind: "metric", scale: this.lacks.value === "" ? scale : null } as const;
    // What is written on the nodes comes with its own code.
    if (metrics === null || scale === null || shownStep === null || this.lacks.value !== "") {
      return { ...nothing, legend };
    }
    if (valueCode.module.value === null) return { ...nothing, legend };
    const at = metrics.steps.indexOf(shownStep);
    const view = this.choice.view.value;
    const { fills, unused } = nothing;
    for (const { scope, open } of this.session.visible.value?.scopes ?? []) {
      for (const { name } of scope.nodes) {
        if (open.has(name)) continue;
        const row = metrics.rowByName.get(name);
        const fill =
          row === undefined ? undefined : fillAt(metrics, row, at, scale, view === "share");
        if (fill === undefined) unused.add(name);
        else fills.set(name, fill);
      }
    }
    return { fills, unused, legend };
  }
}

function fillAt(
  metrics: ScopeMetrics,
  row: number,
  at: number,
  scale: MetricScale,
  isShare: boolean,
): NodeFill | undefined {
  const value = metrics.values[row * metrics.steps.length + at] ?? Number.NaN;
  if (Number.isNaN(value)) return undefined;
  return new MetricFill(heatOf(scale, value), value, isShare, metrics, row, at);
}

/** Of ten thousand nodes, few are so large that their texts and courses are drawn. */
class MetricFill implements HeatFill {
  readonly kind = "heat";

  constructor(
    readonly heat: number,
    private readonly value: number,
    private readonly isShare: boolean,
    private readonly metrics: ScopeMetrics,
    private readonly row: number,
    readonly at: number,
  ) {}

  get text(): string {
    return this.isShare ? messages.shareText(this.value) : messages.metricText(this.value);
  }

  get line(): Float64Array {
    const { steps, values } = this.metrics;
    return values.subarray(this.row * steps.length, (this.row + 1) * steps.length);
  }
}
