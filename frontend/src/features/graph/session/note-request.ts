import { signal } from "@preact/signals";

/** The node whose note the viewer chose to write; empty for none. The inspector moves the focus. */
export const noteRequest = signal("");
