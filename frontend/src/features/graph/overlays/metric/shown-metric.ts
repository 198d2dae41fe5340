/** The answer to a query for a metric, with the view that was requested: as one, or not at all. */
import type { ScopeMetrics } from "../../../../api/graph-metrics";
import type { HeatFill } from "../../scene/node-fill";
import * as messages from "./messages";
import type { View } from "./metric-choice";
import { heatOf, type MetricScale, scaleOf } from "./metric-scale";

export class ShownMetric {
  /** Null where no value is finite. */
  readonly scale: MetricScale | null;

  constructor(
    private readonly view: View,
    readonly metrics: ScopeMetrics,
  ) {
    this.scale = scaleOf(view, metrics.least, metrics.greatest, metrics.values);
  }

  /** Why nothing is on a scale, as a sentence; empty where something is. */
  get lacks(): string {
    if (this.scale !== null) return "";
    const { values } = this.metrics;
    return values.some((value) => !Number.isNaN(value))
      ? messages.noFiniteValue
      : messages.noValues;
  }

  /** The colour of a node at a step, the `at`-th; undefined where nothing was logged. */
  fillOf(name: string, at: number): HeatFill | undefined {
    const { rowByName, steps, values } = this.metrics;
    const row = rowByName.get(name);
    const value = row === undefined ? Number.NaN : values[row * steps.length + at];
    if (row === undefined || value === undefined || Number.isNaN(value)) return undefined;
    const heat = this.scale === null ? 1 : heatOf(this.scale, value);
    return new MetricFill(heat, value, this.view === "share", this.metrics, row, at);
  }
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
    return messages.metricText(this.value, this.isShare);
  }

  get line(): Float64Array {
    const { steps, values } = this.metrics;
    return values.subarray(this.row * steps.length, (this.row + 1) * steps.length);
  }
}
