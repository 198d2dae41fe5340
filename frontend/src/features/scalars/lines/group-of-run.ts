/** Which runs are drawn as one: those of a group of the run table, else those of one folder. */
import { groupOf as groupInTable } from "../../../state/runs/run-groups";
import { experimentOf, identityById } from "../../../state/runs/runs";

/** A group as a card draws it. */
export interface CardGroup {
  readonly key: string;
  readonly label: string;
  /** The run whose colour its line has; without one, the last that is drawn. */
  readonly newest?: string | undefined;
  /** The run whose dashes it has: phases of a group share the colour. */
  readonly lead?: string | undefined;
}

/** The folder of a run's experiment, and what the run logs of it. */
function folderOf(name: string): string {
  const { name: experiment, phase } = experimentOf(name);
  const folder = experiment.slice(0, Math.max(0, experiment.lastIndexOf("/"))) || ".";
  if (phase === "") return folder;
  return folder === "." ? phase : `${folder}, ${phase}`;
}

export function groupOf(run: string): CardGroup {
  const group = groupInTable(run);
  if (group !== null) return { ...group, lead: group.runs.at(-1) };
  const folder = folderOf(identityById.value.get(run)?.name ?? run);
  return { key: folder, label: folder };
}
