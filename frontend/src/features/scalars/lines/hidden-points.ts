/** What a restarted training superseded and an answer leaves out. */
import type { Scalars } from "../../../api/scalars";

/** How many superseded points are left out. */
export function hiddenPoints({ series }: Scalars): number {
  return series.reduce((sum, { hidden }) => sum + hidden, 0);
}

/** The runs of an answer that have superseded points, by id. */
export function runsWithHidden({ series }: Scalars): string[] {
  return series.filter(({ hidden }) => hidden > 0).map(({ run }) => run);
}
