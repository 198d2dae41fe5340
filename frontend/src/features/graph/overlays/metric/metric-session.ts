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
import type { NodeFill } from "../../scene/node-fill";
import type { GraphSession } from "../../session/graph-session";
import { valueCode } from "../../viewport/value-code";
import * as messages from "./messages";
import { MetricChoice, parseMetric, type View } from "./metric-choice";
import type { MetricScale } from "./metric-scale";
import { ShownMetric } from "./shown-metric";

/** Steps of a window: as many as a slider can tell apart. */
const STEPS = 300;
const MAX_IDLE = 6;

type MetricQuery = GraphQuery & {
  readonly run: string;
  readonly view: View;
  readonly baseline?: string;
};

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
  /** What the view lacks or waits for, as a sentence; empty for nothing. */
  readonly status: ReadonlySignal<string>;
  /** The answer on show, which may still be that of the choice before; null without one. */
  private readonly shown: ReadonlySignal<ShownMetric | null>;
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
    const values = new LatestQuery<MetricQuery, ShownMetric>(
      new QueryCache({
        fetch: async (query, abort) =>
          new ShownMetric(query.view, await getScopeMetrics(id, query, abort)),
        version: ({ run, baseline }) =>
          runsVersion(baseline === undefined ? [run] : [run, baseline]),
        isRetried: false,
        maxIdle: MAX_IDLE,
      }),
    );
    const lacks = signal("");
    this.tags = computed(() => lists.state.value.data);
    this.choice = new MetricChoice(
      session.options.store,
      computed(() => this.tags.value?.metrics ?? []),
    );
    this.shown = computed(() => (lacks.value === "" ? values.state.value.data : null));
    this.metrics = computed(() => this.shown.value?.metrics ?? null);
    this.error = computed(() => {
      const { error } = lists.state.value;
      return error ?? (lacks.value === "" ? values.state.value.error : null);
    });
    this.status = computed(() => {
      if (lacks.value !== "") return lacks.value;
      if (values.state.value.isLoading) return messages.loadingValues;
      return this.shown.value?.lacks ?? "";
    });
    this.shownStep = computed(() => nearestStep(this.metrics.value?.steps ?? [], step.value));
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
  private query(): MetricQuery | string {
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
    const [fills, unused] = [new Map<string, NodeFill>(), new Set<string>()];
    const [shown, shownStep] = [this.shown.value, this.shownStep.value];
    const legend = { kind: "metric", scale: shown?.scale ?? null } as const;
    // What is written on the nodes comes with its own code.
    if (shown === null || shownStep === null || valueCode.module.value === null) {
      return { fills, unused, legend };
    }
    const at = shown.metrics.steps.indexOf(shownStep);
    for (const { scope, open } of this.session.visible.value?.scopes ?? []) {
      for (const { name } of scope.nodes) {
        if (open.has(name)) continue;
        const fill = shown.fillOf(name, at);
        if (fill === undefined) unused.add(name);
        else fills.set(name, fill);
      }
    }
    return { fills, unused, legend };
  }
}
