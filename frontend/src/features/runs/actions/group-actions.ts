/** Grouping of runs, for the palette. */
import { groupId, setGroup } from "../../../state/runs/run-table";
import { type Action, offerActions } from "../../../state/shell/actions";
import * as runMessages from "../messages";
import { groupableColumns } from "../rows/listed-columns";
import * as messages from "./messages";

function groupActions(): Action[] {
  const chosen = groupId.value;
  const ungroup = { text: messages.ungroupRuns, hint: runMessages.runs, run: () => setGroup("") };
  const groups = groupableColumns.value
    .filter(({ id }) => id !== chosen)
    .map(({ id, title }) => ({
      text: messages.groupRunsBy(title),
      hint: runMessages.runs,
      run: () => setGroup(id),
    }));
  return chosen === "" ? groups : [ungroup, ...groups];
}

/** Offers them while the table is on the page; returns how to stop. */
export function offerGroupActions(): () => void {
  return offerActions(groupActions);
}
