/** The views that have a name, on every tab. */
import { closeDialog, openDialog } from "../../state/shell/dialogs";
import { Dialog } from "../../ui/popover/dialog";
import * as messages from "../messages";
import { ViewList } from "./view-list";

export function ViewsDialog() {
  return (
    <Dialog title={messages.views} isOpen={openDialog.value === "views"} onClose={closeDialog}>
      <ViewList />
    </Dialog>
  );
}
