/** What the nodes in sight are coloured by, asked for scope by scope. */
import { computed, effect, type ReadonlySignal } from "@preact/signals";
import { getScopeColours, getScopeStatistics } from "../../../../api/graph-questions";
import type { ScopeColours, ScopeStatistics } from "../../../../api/types";
import { AnswerCache } from "../../../../state/server/query-cache";
import { type CategoryBy, colourBy, isAmount, scaleOf } from "../../options/colour-by";
import { groupingQuery } from "../../options/extraction";
import type { NodeFill } from "../../scene/node-fill";
import type { GraphView } from "../../session/graph-session";
import type { VisibleScope } from "../../visible/visible-graph";
import type { Measured } from "../profile/profiled-step";
import { type CategoryLegend, categoryFills, sharesInSight } from "./categorical-fills";
import { amountFills } from "./sequential-fills";
import { structureFills } from "./structure-fills";

/** What the colours mean. */
export type ColourLegend =
  | { readonly kind: "none" }
  | { readonly kind: "structure"; readonly structures: number }
  | { readonly kind: "categories"; readonly by: CategoryBy; readonly legend: CategoryLegend }
  /** `most` in nanoseconds or bytes; null where no step was measured. */
  | { readonly kind: "amounts"; readonly most: number | null };

export interface Colours {
  readonly fills: ReadonlyMap<string, NodeFill>;
  readonly unused: ReadonlySet<string>;
  readonly legend: ColourLegend;
}

const NONE = { fills: new Map<string, NodeFill>(), unused: new Set<string>() };
/** Answers that are kept for when their scopes are opened again. */
const MAX_CACHED = 2000;

export class Colouring {
  readonly colours: ReadonlySignal<Colours>;
  readonly error: ReadonlySignal<Error | null>;
  private readonly categories = new AnswerCache<ScopeColours>(MAX_CACHED);
  private readonly amounts = new AnswerCache<ScopeStatistics>(MAX_CACHED);
  private readonly stop: () => void;

  constructor(
    private readonly graph: string,
    private readonly view: GraphView,
    private readonly measured: Measured,
  ) {
    this.colours = computed(() => this.computeColours());
    this.error = computed(() => this.findError());
    this.stop = effect(() => this.ask());
  }

  dispose(): void {
    this.stop();
  }

  retry(): void {
    this.categories.forgetFailed();
    this.amounts.forgetFailed();
    this.ask();
  }

  /** False until something is drawn that could have a colour. */
  get hasScene(): boolean {
    return this.scopes.length > 0;
  }

  private get scopes(): readonly VisibleScope[] {
    return this.view.visible.value?.scopes ?? [];
  }

  private ask(): void {
    const by = colourBy.value;
    if (by === "none" || by === "structure") return;
    const query = groupingQuery();
    for (const { scope } of this.scopes) {
      const { name } = scope;
      if (!isAmount(by)) {
        const key = this.keyOf(name);
        this.categories.request(key, () =>
          getScopeColours(this.graph, { ...query, scope: name, by }),
        );
        continue;
      }
      const step = this.measured.query();
      if (step === undefined) return;
      this.amounts.request(this.keyOf(name), () =>
        getScopeStatistics(this.graph, { ...query, ...step, scope: name }),
      );
    }
  }

  private keyOf(scope: string): string {
    const by = colourBy.value;
    const what = isAmount(by) ? this.measured.query() : by;
    return JSON.stringify([what, groupingQuery(), scope]);
  }

  private computeColours(): Colours {
    const by = colourBy.value;
    if (by === "none") return { ...NONE, legend: { kind: "none" } };
    if (by === "structure") {
      const { fills, structures } = structureFills(this.scopes);
      return { ...NONE, fills, legend: { kind: "structure", structures } };
    }
    if (isAmount(by)) return this.computeAmounts(by);
    this.categories.changes.value;
    const answerOf = (scope: string) => this.categories.findData(this.keyOf(scope));
    const { fills, legend } = categoryFills(by, sharesInSight(this.scopes, answerOf));
    return { ...NONE, fills, legend: { kind: "categories", by, legend } };
  }

  private computeAmounts(by: "compute_time" | "memory"): Colours {
    this.amounts.changes.value;
    if (this.measured.chosen.value === undefined) {
      return { ...NONE, legend: { kind: "amounts", most: null } };
    }
    const answerOf = (scope: string) => this.amounts.findData(this.keyOf(scope));
    const { fills, unused, most } = amountFills(by, scaleOf.value, this.scopes, answerOf);
    return { fills, unused, legend: { kind: "amounts", most } };
  }

  private findError(): Error | null {
    const by = colourBy.value;
    const cache = isAmount(by) ? this.amounts : this.categories;
    cache.changes.value;
    for (const { scope } of this.scopes) {
      const entry = cache.find(this.keyOf(scope.name));
      if (entry?.state === "failed") return entry.error;
    }
    return null;
  }
}
