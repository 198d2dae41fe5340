/** Which runs belong together: as the run table groups them, else those of one folder. */
import { groupOf as groupInTable } from "../../state/run-groups";
import { runById, trainingOf } from "../../state/runs";

/** The folder of a run's training, and what the run logs of it. */
function folderOf(name: string): string {
  const { name: training, phase } = trainingOf(name);
  const folder = training.slice(0, Math.max(0, training.lastIndexOf("/"))) || ".";
  if (phase === "") return folder;
  return folder === "." ? phase : `${folder}, ${phase}`;
}

export function groupOf(run: string): string {
  return groupInTable(run)?.label ?? folderOf(runById.value.get(run)?.name ?? run);
}
