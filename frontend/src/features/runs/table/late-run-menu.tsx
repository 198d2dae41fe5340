/** The menu of a run, whose code comes when it is opened first. */
import { useRef } from "preact/hooks";
import { openDialog } from "../../../state/shell/dialogs";
import { lazyPart } from "../../../ui/layout/lazy-part";
import { openedMenu } from "../actions/run-menu-state";

const OpenedRunMenu = lazyPart(async () => (await import("./run-menu")).RunMenu);

/** With the dialog that it opens; once opened it stays, so that the dialog gives the focus back. */
export function RunMenu() {
  const wasOpened = useRef(false);
  wasOpened.current ||= openedMenu.value !== null || openDialog.value === "delete";
  return wasOpened.current ? <OpenedRunMenu /> : null;
}
