/** What the Runs tab adds to the table: the comparison of the runs shown, and the table as a file. */
import { countExperiments } from "../../../state/runs/experiments";
import { shownRuns } from "../../../state/runs/runs";
import { Button } from "../../../ui/controls/button";
import { TableExportItems } from "../../../ui/export/table-export-items";
import { setLayout } from "../comparison/options";
import * as messages from "../messages";
import { runTableFile } from "../rows/export-table";

export function PageActions() {
  const count = countExperiments(shownRuns.value);
  return (
    <div class="run-page-actions">
      <Button
        disabled={count === 0}
        tooltip={messages.compareTitle}
        onClick={() => setLayout("columns")}
      >
        {messages.compare(count)}
      </Button>
      <TableExportItems label={messages.exportTable} name="runs" table={runTableFile} />
    </div>
  );
}
