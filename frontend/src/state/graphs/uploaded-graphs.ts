/**
 * Graph files that a viewer uploads: what is being sent, and the outcomes.
 *
 * The graph tab reads `uploadedGraphId` and empties it; the list of tabs follows it.
 */
import { signal } from "@preact/signals";

/** In a folder, only files with these endings are uploaded; a file chosen by name always is. */
export const GRAPH_ENDINGS = ".pb,.pbtxt,.meta,.onnx,.pt2,.tflite,.mlir,.safetensors,.gguf,.json";

export interface GraphFile {
  readonly name: string;
  readonly bytes: Blob;
}

export interface RefusedFile {
  readonly name: string;
  /** A sentence. */
  readonly reason: string;
}

/** The file that is being sent, and how many wait behind it. */
export interface Sending {
  readonly name: string;
  readonly waiting: number;
}

/** Null while none is being sent. */
export const sending = signal<Sending | null>(null);
export const refusedFiles = signal<readonly RefusedFile[]>([]);
/** The id of a newly uploaded graph that waits to be shown; empty for none. */
export const uploadedGraphId = signal("");
/** How many graphs were uploaded since the page was opened. */
export const uploadedGraphCount = signal(0);

export function refuse(name: string, reason: string): void {
  refusedFiles.value = [...refusedFiles.peek(), { name, reason }];
}

export function forgetRefusals(): void {
  refusedFiles.value = [];
}
