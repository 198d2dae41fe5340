/** What a row is called: as in the run table. */
import { marks } from "../../../state/runs/run-annotations";
import { identityById, runName } from "../../../state/runs/runs";
import type { Row } from "../model/session-table";

export function rowName({ run, name }: Row): string {
  if (identityById.value.get(run)?.name === name) return runName(run);
  return marks.value.get(name)?.name ?? name;
}
