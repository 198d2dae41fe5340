/** What a report is, when it was made, and what of the log it does not hold. */
import { counted } from "../../lib/format/number";
import { boot, type ReportNotes } from "../../state/base/boot";
import { closeDialog, openDialog } from "../../state/shell/dialogs";
import { Dialog } from "../../ui/popover/dialog";
import "./report-dialog.css";

const WHEN = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short" });

/** More are behind a click. */
const MAX_NAMES = 5;

function Names({ names }: { names: readonly string[] }) {
  return (
    <details>
      <summary>{counted(names.length, "name")}</summary>
      {names.join(", ")}
    </details>
  );
}

function Notes({ report }: { report: ReportNotes }) {
  return (
    <div class="report-notes">
      <p>
        This page is one file. It shows {boot.log_directory || "graphs"} as it was on{" "}
        {WHEN.format(report.made_at * 1000)}, needs no server, and saves no changes.
      </p>
      <h3>Not in this report</h3>
      <ul>
        {report.left_out.map(({ text, names }) => (
          <li key={text}>
            {text} {names.length <= MAX_NAMES ? names.join(", ") : <Names names={names} />}
          </li>
        ))}
      </ul>
      <p class="report-version">Made by Scopeboard {boot.version}</p>
    </div>
  );
}

export function ReportDialog() {
  const { report } = boot;
  if (report === null) return null;
  return (
    <Dialog title="About this report" isOpen={openDialog.value === "report"} onClose={closeDialog}>
      <Notes report={report} />
    </Dialog>
  );
}
