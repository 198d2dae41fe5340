/** Which dialog lies over the page: at most one does. */
import { computed, type ReadonlySignal, signal } from "@preact/signals";

export type DialogName = "delete" | "keys" | "palette" | "report" | "views";

export const openDialog = signal<DialogName | null>(null);

/** Whether one does: the keys of what is behind it sleep. */
export const modalOpen: ReadonlySignal<boolean> = computed(() => openDialog.value !== null);

export function toggleDialog(name: DialogName): void {
  openDialog.value = openDialog.peek() === name ? null : name;
}

export function closeDialog(): void {
  openDialog.value = null;
}
