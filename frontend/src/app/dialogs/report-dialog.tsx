/** What a report is, when it was made, and what of the log it does not hold. */
import { BROWSER_LOCALE } from "../../lib/format/locale";
import { boot, type ReportNotes } from "../../state/base/boot";
import { closeDialog, openDialog } from "../../state/shell/dialogs";
import { Dialog } from "../../ui/popover/dialog";
import * as messages from "../messages";
import * as lateMessages from "./messages";
import "./report-dialog.css";

const WHEN = new Intl.DateTimeFormat(BROWSER_LOCALE, { dateStyle: "long", timeStyle: "short" });

/** More are behind a click. */
const MAX_NAMES = 5;

function Names({ names }: { names: readonly string[] }) {
  return (
    <details>
      <summary>{lateMessages.nameCount(names.length)}</summary>
      {names.join(", ")}
    </details>
  );
}

function Notes({ report }: { report: ReportNotes }) {
  return (
    <div class="app-report-notes">
      <p>
        {lateMessages.reportSummary(
          boot.log_directory || "graphs",
          WHEN.format(report.made_at * 1000),
        )}
      </p>
      <h3>{messages.notInReport}</h3>
      <ul>
        {report.left_out.map(({ text, names }) => (
          <li key={text}>
            {text} {names.length <= MAX_NAMES ? names.join(", ") : <Names names={names} />}
          </li>
        ))}
      </ul>
      <p class="app-report-version">{lateMessages.madeBy(boot.version)}</p>
    </div>
  );
}

export function ReportDialog() {
  const { report } = boot;
  if (report === null) return null;
  return (
    <Dialog
      title={messages.aboutReport}
      isOpen={openDialog.value === "report"}
      onClose={closeDialog}
    >
      <Notes report={report} />
    </Dialog>
  );
}
