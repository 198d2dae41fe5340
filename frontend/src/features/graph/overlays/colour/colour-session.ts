/** The values by which visible nodes are coloured, requested scope by scope. */
import { computed, effect, type ReadonlySignal, signal, untracked } from "@preact/signals";
import {
  type GraphQuery,
  getScopeColours,
  getScopeStatistics,
} from "../../../../api/graph-questions";
import type { ScopeColours, ScopeStatistics } from "../../../../api/types";
import { lateCode } from "../../../../state/base/late-code";
import { Observer, QueryCache } from "../../../../state/server/query-cache";
import type { QueryEntry } from "../../../../state/server/query-entry";
import { type CategoryBy, type ColourBy, isAmount } from "../../options/colour-by";
import type { NodeFill } from "../../scene/node-fill";
import type { GraphSession } from "../../session/graph-session";
import type { VisibleScope } from "../../visible/visible-graph";
import type { MetricScale } from "../metric/metric-scale";
import type { MetricSession } from "../metric/metric-session";
import type { ProfiledStep } from "../profile/profiled-step";
import type { CategoryLegend } from "./categorical-fills";
import { structureFills } from "./structure-fills";

/** What the colours mean. */
export type ColourLegend =
  | { readonly kind: "none" }
  | { readonly kind: "structure"; readonly structures: number }
  | {
      readonly kind: "categories";
      readonly by: CategoryBy;
      readonly legend: CategoryLegend;
      /** Whether the values are of the step that was measured, not of the graph. */
      readonly isMeasured: boolean;
    }
  /** `most` in nanoseconds or bytes; null where no step was measured. */
  | { readonly kind: "amounts"; readonly most: number | null }
  /** `scale` is null until there are values. */
  | { readonly kind: "metric"; readonly scale: MetricScale | null };

export interface Colours {
  readonly fills: ReadonlyMap<string, NodeFill>;
  readonly unused: ReadonlySet<string>;
  readonly legend: ColourLegend;
  /** What part of what was measured is in each node, where that colours them. */
  readonly shares?: ReadonlyMap<string, number>;
}

const NONE = { fills: new Map<string, NodeFill>(), unused: new Set<string>() };
/** A graph is coloured by structure at first; what colours it by values of its ops comes late. */
const valueFills = lateCode(async () => ({
  ...(await import("./categorical-fills")),
  ...(await import("./sequential-fills")),
}));
const metricCode = lateCode(() => import("../metric/metric-session"));

/** The number of cached answers, for scopes that are opened again. */
const MAX_IDLE = 2000;

type Amount = "compute_time" | "memory";
type AmountColouring = typeof import("./sequential-fills").amountFills;
type CategoryQuery = Parameters<typeof getScopeColours>[1];
type AmountQuery = Parameters<typeof getScopeStatistics>[1];

export class ColourSession {
  readonly colours: ReadonlySignal<Colours>;
  readonly error: ReadonlySignal<Error | null>;
  /** Null while no metric colours the nodes, and until its code is there. */
  readonly metric = signal<MetricSession | null>(null);
  private readonly categories: QueryCache<CategoryQuery, ScopeColours>;
  private readonly amounts: QueryCache<AmountQuery, ScopeStatistics>;
  private readonly categoriesInSight: Observer<CategoryQuery, ScopeColours>;
  private readonly amountsInSight: Observer<AmountQuery, ScopeStatistics>;
  private readonly stop: () => void;

  constructor(
    private readonly session: GraphSession,
    private readonly measured: ProfiledStep,
  ) {
    const { id } = session.graph;
    const options = { isRetried: false, maxIdle: MAX_IDLE };
    this.categories = new QueryCache({
      ...options,
      fetch: (query, signal) => getScopeColours(id, query, signal),
    });
    this.amounts = new QueryCache({
      ...options,
      fetch: (query, signal) => getScopeStatistics(id, query, signal),
    });
    this.categoriesInSight = new Observer(this.categories);
    this.amountsInSight = new Observer(this.amounts);
    this.colours = computed(() => this.computeColours());
    this.error = computed(() => this.findError());
    this.stop = effect(() => this.observe());
  }

  dispose(): void {
    this.stop();
    this.metric.peek()?.dispose();
    this.categoriesInSight.stop();
    this.amountsInSight.stop();
  }

  retry(): void {
    for (const entry of this.entries()) if (entry.state.peek().error !== null) entry.retry();
  }

  /** False until something is drawn that could have a colour. */
  get hasScene(): boolean {
    return this.scopes.length > 0;
  }

  private get by(): ColourBy {
    return this.session.options.colour.by.value;
  }

  private grouping(): GraphQuery {
    return this.session.options.extraction.groupingQuery();
  }

  private get scopes(): readonly VisibleScope[] {
    return this.session.visible.value?.scopes ?? [];
  }

  private observe(): void {
    // The viewer is notified where the code cannot be had.
    if (isOfOps(this.by)) valueFills.load()?.catch(() => undefined);
    this.followMetric(this.by === "metric");
    this.categoriesInSight.show(this.categoryEntries());
    this.amountsInSight.show(this.amountEntries());
  }

  private followMetric(isShown: boolean): void {
    if (isShown) metricCode.load()?.catch(() => undefined);
    const code = isShown ? metricCode.module.value : null;
    untracked(() => {
      const shown = this.metric.peek();
      if ((code === null) === (shown === null)) return;
      shown?.dispose();
      this.metric.value = code && new code.MetricSession(this.session);
    });
  }

  private entries(): readonly QueryEntry<unknown, unknown>[] {
    return [...this.categoryEntries(), ...this.amountEntries()];
  }

  private categoryEntries(): QueryEntry<CategoryQuery, ScopeColours>[] {
    const { by } = this;
    if (!isOfOps(by) || isAmount(by)) return [];
    return this.scopes.map(({ scope }) => this.categoryEntry(scope.name, by));
  }

  private categoryEntry(scope: string, by: CategoryBy): QueryEntry<CategoryQuery, ScopeColours> {
    return this.categories.entry({ ...this.grouping(), ...this.stepOf(by), scope, by });
  }

  /** A measured step tells on which device each op ran. */
  private stepOf(by: CategoryBy): GraphQuery | undefined {
    return by === "device" ? this.measured.query() : undefined;
  }

  /** None where no step was measured. */
  private amountEntries(): QueryEntry<AmountQuery, ScopeStatistics>[] {
    if (!isAmount(this.by)) return [];
    return this.scopes.flatMap(({ scope }) => this.findAmountEntry(scope.name) ?? []);
  }

  private findAmountEntry(scope: string): QueryEntry<AmountQuery, ScopeStatistics> | undefined {
    const step = this.measured.query();
    return step && this.amounts.entry({ ...this.grouping(), ...step, scope });
  }

  private computeColours(): Colours {
    const { by } = this;
    if (by === "metric") {
      return this.metric.value?.colours.value ?? { ...NONE, legend: { kind: "none" } };
    }
    if (by === "structure") {
      const { fills, structures } = structureFills(this.scopes);
      return { ...NONE, fills, legend: { kind: "structure", structures } };
    }
    const code = valueFills.module.value;
    if (by === "none" || code === null) return { ...NONE, legend: { kind: "none" } };
    if (isAmount(by)) return this.computeAmounts(by, code.amountFills);
    const { categoryFills, sharesInSight } = code;
    const answerOf = (scope: string) => this.categoryEntry(scope, by).state.value.data ?? undefined;
    const { fills, legend } = categoryFills(by, sharesInSight(this.scopes, answerOf));
    const isMeasured = this.stepOf(by) !== undefined;
    return { ...NONE, fills, legend: { kind: "categories", by, legend, isMeasured } };
  }

  private computeAmounts(by: Amount, amountFills: AmountColouring): Colours {
    if (this.measured.chosen.value === undefined) {
      return { ...NONE, legend: { kind: "amounts", most: null } };
    }
    const { colour } = this.session.options;
    const answerOf = (scope: string) => this.findAmountEntry(scope)?.state.value.data ?? undefined;
    const { most, ...marks } = amountFills(by, colour.scaleOf.value, this.scopes, answerOf);
    return { ...marks, legend: { kind: "amounts", most } };
  }

  private findError(): Error | null {
    const errors = this.entries().map(({ state }) => state.value.error);
    return errors.find((error) => error !== null) ?? null;
  }
}

/** Whether nodes are coloured by what their ops are or take. */
function isOfOps(by: ColourBy): by is Exclude<ColourBy, "none" | "structure" | "metric"> {
  return by !== "none" && by !== "structure" && by !== "metric";
}
