/** Parts of a card whose code comes when they are opened first. */
import { lazyPart } from "../../../ui/layout/lazy-part";

export const ChartCaption = lazyPart(
  async () => (await import("../values/chart-caption")).ChartCaption,
);

export const ComparisonTable = lazyPart(
  async () => (await import("../values/range-statistics-table")).ComparisonTable,
);

export const DataTable = lazyPart(async () => (await import("../values/data-table")).DataTable);

export const ReferenceForm = lazyPart(
  async () => (await import("./reference-line-form")).ReferenceForm,
);

export const AxisLimitsForm = lazyPart(
  async () => (await import("./axis-limits-form")).AxisLimitsForm,
);

export const AddTagForm = lazyPart(async () => (await import("./add-series-form")).AddTagForm);
