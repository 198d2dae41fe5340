/** The keys of a workspace: of two on one page, those of the one in use. */
import { type Shortcut, useShortcuts } from "../../../state/shell/shortcuts";
import { useSession } from "./session-context";

/** As `useShortcuts`; keys are free while another workspace of the page is in use. */
export function useSessionShortcuts(added: readonly Shortcut[], subject?: unknown): void {
  const { options, services } = useSession();
  const isInUse = (): boolean => {
    const focused = services.focused.peek();
    return focused === null || focused === options;
  };
  useShortcuts(
    added.map((shortcut) => ({
      ...shortcut,
      run: () => isInUse() && shortcut.run(),
      load: () => (isInUse() ? (shortcut.load?.() ?? null) : null),
    })),
    subject,
  );
}
