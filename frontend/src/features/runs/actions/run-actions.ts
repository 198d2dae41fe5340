/** What can be done with a row, by menu or by key. */
import { signal } from "@preact/signals";
import { copyText } from "../../../lib/browser/clipboard";
import { showToast } from "../../../state/base/toasts";
import { changeMark, marks } from "../../../state/runs/run-annotations";
import { baseline, setBaseline } from "../../../state/runs/runs";
import * as messages from "../messages";
import type { TableRow } from "../rows/rows";
import { togglePinned } from "../rows/table-rows";

/** Whether a row stands for a run or an experiment, and not for several of them. */
export function isOne({ kind }: TableRow): boolean {
  return kind === "training" || kind === "run";
}

/** The key of the row's marks: an experiment of one run goes by the run's name. */
export function markName({ kind, name, runs: [run] }: TableRow): string {
  return kind === "run" && run !== undefined ? run.name : name;
}

/** The key of the row whose name is being written. */
export const renamedKey = signal<string | null>(null);

export function startRenaming(row: TableRow): void {
  if (isOne(row)) renamedKey.value = row.key;
}

export function rename(row: TableRow, name: string): void {
  renamedKey.value = null;
  const given = name.trim();
  const isOwn = given === "" || given === row.label || given === row.name;
  if (isOwn && marks.peek().get(markName(row))?.name === undefined) return;
  changeMark(markName(row), { name: isOwn ? undefined : given });
}

/** Makes the row's own run, or what it learned from, what others are compared with. */
export function toggleBaseline({ runs }: TableRow): void {
  const isBaseline = runs.some(({ name }) => name === baseline.peek()?.name);
  const name = (isBaseline ? baseline.peek()?.name : runs[0]?.name) ?? "";
  setBaseline(name);
}

export function pin(row: TableRow): void {
  if (row.kind === "training") togglePinned(row.name);
}

export function setArchived(row: TableRow, archived: boolean): void {
  changeMark(markName(row), { isAway: archived ? true : undefined });
  if (archived) showToast(messages.runArchived);
}

export async function copyPath({ runs }: TableRow): Promise<void> {
  const paths = runs.map(({ path }) => path).join("\n");
  showToast((await copyText(paths)) ? messages.pathCopied : messages.copyFailed);
}
