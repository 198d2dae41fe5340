/** The dialogs of the whole page. */
import { ReportDialog } from "./report-dialog";
import { ShortcutSheet } from "./shortcut-sheet";
import { ViewsDialog } from "./views-dialog";

export function Dialogs() {
  return (
    <>
      <ShortcutSheet />
      <ViewsDialog />
      <ReportDialog />
    </>
  );
}
