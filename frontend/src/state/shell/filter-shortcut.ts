/** The key `/`, which leads to the filter of the tab that is open. */
import type { RefObject } from "preact";
import { useRef } from "preact/hooks";
import * as messages from "../messages";
import { type ShortcutGroup, useShortcuts } from "./shortcuts";

/** `group` is the heading under which the key is listed. */
export function useFilterKey(group: ShortcutGroup): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null);
  useShortcuts([{ keys: "/", label: messages.filter, group, run: () => input.current?.focus() }]);
  return input;
}
