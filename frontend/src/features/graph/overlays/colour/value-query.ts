/** The search that finds the ops of one colour. */
import type { CategoryBy } from "../../options/colour-by";

const KEYS: Readonly<Partial<Record<CategoryBy, string>>> = {
  device: "device",
  xla_cluster: "cluster",
  dtype: "dtype",
  op_type: "op",
};

/** Undefined where searches do not ask for such values. */
export function valueQuery(by: CategoryBy, value: string): string | undefined {
  const key = KEYS[by];
  if (key === undefined) return undefined;
  const isPlain = /^[\w.]+$/.test(value);
  return `${key}:=${isPlain ? value : `"${value.replace(/["\\]/g, "\\$&")}"`}`;
}
