/** Where the context menu is asked for, in the window, and for which node; null for nowhere. */
import { signal } from "@preact/signals";

interface MenuPlace {
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

export const nodeMenu = signal<MenuPlace | null>(null);
