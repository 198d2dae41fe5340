/** The panel at the right: at most one thing is inspected at a time. */
import { signal } from "@preact/signals";
import type { ComponentChild } from "preact";

export const inspector = signal<{ title: string; body: ComponentChild } | null>(null);
