/** The page's colours and font, as a canvas wants them. */
import type { AxisLook } from "../draw/draw-axes";
import type { MarkLook } from "../draw/draw-marks";

export type ChartLook = AxisLook & MarkLook;

/** By theme: asking for a custom property makes the browser lay out the page. */
const looks = new Map<string | undefined, ChartLook>();

export function chartLook(): ChartLook {
  const root = document.documentElement;
  const { theme } = root.dataset;
  const known = looks.get(theme);
  if (known !== undefined) return known;
  const style = getComputedStyle(root);
  const token = (name: string) => style.getPropertyValue(name).trim();
  const look: ChartLook = {
    axisText: token("--text-faint"),
    grid: token("--grid"),
    day: token("--line-strong"),
    border: null,
    family: token("--font"),
    ink: token("--text-soft"),
    paper: token("--surface"),
    accent: token("--accent"),
  };
  looks.set(theme, look);
  return look;
}
