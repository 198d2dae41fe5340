/** Parts of a card whose code comes when they are opened first. */
import { lateCode } from "../../../state/base/late-code";
import { lazyPart } from "../../../ui/layout/lazy-part";

export const ChartCaption = lazyPart(
  async () => (await import("../values/chart-caption")).ChartCaption,
);

export const ComparisonTable = lazyPart(
  async () => (await import("../values/range-statistics-table")).ComparisonTable,
);

export const DataTable = lazyPart(async () => (await import("../values/data-table")).DataTable);

export const ValueBars = lazyPart(async () => (await import("../values/value-bars")).ValueBars);

export const SpokenValues = lazyPart(
  async () => (await import("../values/spoken-values")).SpokenValues,
);

export const ReferenceForm = lazyPart(
  async () => (await import("./reference-line-form")).ReferenceForm,
);

export const AxisLimitsForm = lazyPart(
  async () => (await import("./axis-limits-form")).AxisLimitsForm,
);

export const FigureSizeForm = lazyPart(
  async () => (await import("./figure-size-form")).FigureSizeForm,
);

export const AddTagForm = lazyPart(async () => (await import("./add-series-form")).AddTagForm);

const stepsCode = lateCode(() => import("./select-steps"));

/** Runs `choose` with the code that chooses steps; a toast says so where it cannot be loaded. */
export async function withSteps(
  choose: (code: typeof import("./select-steps")) => void,
): Promise<void> {
  const code = stepsCode.module.peek() ?? (await stepsCode.load()?.catch(() => null));
  if (code) choose(code);
}
