/** The search over the drawing, and its keys: what is open comes after the drawing. */
import { useEffect } from "preact/hooks";
import { lateCode } from "../../../../state/base/late-code";
import type { Shortcut } from "../../../../state/shell/shortcuts";
import type { SearchOptions } from "../../options/search";
import { useOptions } from "../../session/session-context";
import { useSessionShortcuts } from "../../session/session-shortcuts";
import * as messages from "../messages";
import type { SearchSession } from "./search-session";

const panel = lateCode(() => import("./open-panel"));

export function SearchPanel({ finding }: { finding: SearchSession }) {
  const { search } = useOptions();
  useSessionShortcuts(shortcuts(search));
  const isOpen = search.isOpen.value;
  useEffect(() => {
    // A toast says so where it cannot be loaded.
    if (isOpen) panel.load()?.catch(() => {});
  }, [isOpen]);
  const code = panel.module.value;
  return isOpen && code !== null ? <code.OpenPanel finding={finding} /> : null;
}

function shortcuts(search: SearchOptions): Shortcut[] {
  const open = (): void => search.open();
  const closeIfOpen = (): boolean => {
    const wasOpen = search.isOpen.peek();
    if (wasOpen) search.close();
    return wasOpen;
  };
  const find = { label: messages.findNodes, group: "graph", run: open, load: panel.load } as const;
  return [
    { keys: "f", ...find },
    { keys: "/", ...find },
    { keys: "Escape", label: messages.closeSearch, group: "graph", run: closeIfOpen },
  ];
}
