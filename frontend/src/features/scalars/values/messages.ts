/** The texts of values for screen readers, apart: their code comes when a key needs it. */
import { counted } from "../../../lib/format/number";

export const lastValue = "Last value";
export const barSpread = (low: string, high: string): string => `From ${low} to ${high}`;
export const lineValue = (name: string, value: string): string => `${name} ${value}`;
export const valuesAt = (
  name: string,
  step: string,
  values: readonly string[],
  more: number,
): string => {
  const rest = more > 0 ? [`${counted(more, "more line")}`] : [];
  return `${name}, step ${step}: ${[...values, ...rest].join(", ") || "no value"}.`;
};
