/** The key `/`, which leads to the filter of the tab that is open. */
import type { RefObject } from "preact";
import { useRef } from "preact/hooks";
import { useShortcuts } from "./shortcuts";

/** `group` is the heading under which the key is listed. */
export function useFilterKey(group: string): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null);
  useShortcuts([{ keys: "/", label: "Filter", group, run: () => input.current?.focus() }]);
  return input;
}
