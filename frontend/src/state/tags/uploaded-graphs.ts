/**
 * Graph files that a viewer uploads: sent one after the other, with their outcomes.
 *
 * The graph tab reads `uploadedGraphId` and empties it; the list of tabs follows it.
 */
import { type ReadonlySignal, signal } from "@preact/signals";
import { sendGraphFile } from "../../api/graph-files";
import { getSavedState } from "../../api/resources";
import { showToast } from "../base/toasts";
import * as messages from "../messages";

/** What the server takes of one file. */
export const MAX_BYTES = 512 * 2 ** 20;
/** In one go; the server keeps no more. */
export const MAX_FILES = 16;
/** In a folder, only files with these endings are uploaded; a file chosen by name always is. */
export const GRAPH_ENDINGS: readonly string[] = [".pb", ".pbtxt", ".meta", ".json"];

const READ_ONLY = messages.uploadReadOnly;

export interface GraphFile {
  readonly name: string;
  readonly bytes: Blob;
}

export interface RefusedFile {
  readonly name: string;
  /** A sentence. */
  readonly reason: string;
}

/** The file that is being sent, and how many wait behind it; null when none is. */
export interface Sending {
  readonly name: string;
  readonly waiting: number;
}

const waiting: GraphFile[] = [];
const now = signal<Sending | null>(null);
const refusals = signal<readonly RefusedFile[]>([]);
let upload = new AbortController();

export const sending: ReadonlySignal<Sending | null> = now;
export const refusedFiles: ReadonlySignal<readonly RefusedFile[]> = refusals;
/** The id of a newly uploaded graph that waits to be shown; empty for none. */
export const uploadedGraphId = signal("");
/** How many graphs were uploaded since the page was opened. */
export const uploadedGraphCount = signal(0);

/** Takes files in. The first graph of them is shown. */
export async function uploadFiles(files: readonly GraphFile[]): Promise<void> {
  for (const file of files.slice(MAX_FILES)) {
    refuse(file.name, messages.tooManyFiles(MAX_FILES));
  }
  waiting.push(...files.slice(0, MAX_FILES));
  if (now.peek() !== null || waiting.length === 0) return;
  now.value = { name: waiting[0]?.name ?? "", waiting: waiting.length - 1 };
  // Before megabytes are sent to a server that refuses them.
  const isRefused = await getSavedState().then(
    (state) => state.read_only,
    () => false,
  );
  await sendAll(isRefused);
  now.value = null;
}

/** Gives up what is being sent and what waits. */
export function stopSending(): void {
  waiting.length = 0;
  upload.abort();
}

export function refuse(name: string, reason: string): void {
  refusals.value = [...refusals.peek(), { name, reason }];
}

export function forgetRefusals(): void {
  refusals.value = [];
}

async function sendAll(isRefused: boolean): Promise<void> {
  let hasShown = false;
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    now.value = { name: file.name, waiting: waiting.length };
    if (isRefused) {
      refuse(file.name, READ_ONLY);
      continue;
    }
    const graph = await send(file);
    if (graph === undefined || hasShown) continue;
    uploadedGraphId.value = graph;
    hasShown = true;
  }
}

/** Sends one file; returns the id of its first graph, undefined when the server refuses it. */
async function send({ name, bytes }: GraphFile): Promise<string | undefined> {
  if (bytes.size > MAX_BYTES) {
    const megabytes = Math.ceil(bytes.size / 2 ** 20);
    refuse(name, messages.fileTooLarge(megabytes));
    return undefined;
  }
  upload = new AbortController();
  try {
    const { graphs } = await sendGraphFile(name, bytes, upload.signal);
    uploadedGraphCount.value += graphs.length;
    showToast(messages.graphsAdded(name, graphs.length));
    return graphs[0]?.id;
  } catch (cause) {
    if (!upload.signal.aborted)
      refuse(name, cause instanceof Error ? cause.message : String(cause));
    return undefined;
  }
}
