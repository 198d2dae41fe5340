/** The views that have a name, on every tab. */
import { closeDialog, openDialog } from "../../state/shell/dialogs";
import { Dialog } from "../../ui/popover/dialog";
import { ViewList } from "./view-list";

export function ViewsDialog() {
  return (
    <Dialog title="Views" isOpen={openDialog.value === "views"} onClose={closeDialog}>
      <ViewList />
    </Dialog>
  );
}
