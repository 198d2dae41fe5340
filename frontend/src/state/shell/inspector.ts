/** The panel at the right: at most one thing is inspected at a time. */
import { signal } from "@preact/signals";
import type { ComponentChild } from "preact";

export interface Inspected {
  readonly title: string;
  readonly body: ComponentChild;
}

export const inspector = signal<Inspected | null>(null);

/** Collapsed to make room: its subject stays, such as the selected node of a graph. */
export const isInspectorFolded = signal(false);

/** Shows what a viewer chose to inspect, and expands a collapsed panel. */
export function inspect(inspected: Inspected): void {
  inspector.value = inspected;
  isInspectorFolded.value = false;
}

let showDetails: ((run: string) => void) | null = null;

/** Says how the details of a run, by its id, are inspected: the run table knows. */
export function setRunDetails(show: (run: string) => void): void {
  showDetails = show;
}

export function openRunDetails(run: string): void {
  showDetails?.(run);
}

export function toggleInspectorFold(): void {
  isInspectorFolded.value = !isInspectorFolded.peek();
}

export function closeInspector(): void {
  inspector.value = null;
}
