/** What few visits need, or need first: its code comes when it is wanted. */
import { useRef } from "preact/hooks";
import { type DialogName, openDialog } from "../state/shell/dialogs";
import { lazyPart } from "../ui/layout/lazy-part";

export const RunTable = lazyPart(async () => (await import("../features/runs")).RunTable);

export const InspectorPanel = lazyPart(
  async () => (await import("./inspector-panel")).InspectorPanel,
);

export const NothingFound = lazyPart(
  async () => (await import("./notices/nothing-found")).NothingFound,
);

export const EmptyTab = lazyPart(async () => (await import("./tabs/empty-tab")).EmptyTab);

const OpenedDialogs = lazyPart(async () => (await import("./dialogs/dialogs")).Dialogs);

const NAMES: readonly (DialogName | null)[] = ["keys", "views", "report"];

/** Once opened they stay: when one is closed, the browser gives the focus back to where it was. */
export function Dialogs() {
  const wasOpened = useRef(false);
  wasOpened.current ||= NAMES.includes(openDialog.value);
  return wasOpened.current ? <OpenedDialogs /> : null;
}
