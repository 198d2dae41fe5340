/** Sends graph files to the server, one after the other; loaded with the first file. */
import { sendGraphFile } from "../../api/graph-files";
import { getSavedState } from "../../api/resources";
import { showToast } from "../base/toasts";
import * as messages from "../messages";
import {
  type GraphFile,
  refuse,
  sending,
  uploadedGraphCount,
  uploadedGraphId,
} from "./uploaded-graphs";

/** What the server takes of one file. */
const MAX_BYTES = 512 * 2 ** 20;
/** In one go; the server keeps no more. */
const MAX_FILES = 16;

const waiting: GraphFile[] = [];
let upload = new AbortController();

/** Takes files in. The first graph of them is shown. */
export async function sendFiles(files: readonly GraphFile[]): Promise<void> {
  for (const file of files.slice(MAX_FILES)) {
    refuse(file.name, messages.tooManyFiles(MAX_FILES));
  }
  waiting.push(...files.slice(0, MAX_FILES));
  if (sending.peek() !== null || waiting.length === 0) return;
  sending.value = { name: waiting[0]?.name ?? "", waiting: waiting.length - 1 };
  // Before megabytes are sent to a server that refuses them.
  const isRefused = await getSavedState().then(
    (state) => state.read_only,
    () => false,
  );
  await sendAll(isRefused);
  sending.value = null;
}

/** Gives up what is being sent and what waits. */
export function stopSending(): void {
  waiting.length = 0;
  upload.abort();
}

async function sendAll(isRefused: boolean): Promise<void> {
  let hasShown = false;
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    sending.value = { name: file.name, waiting: waiting.length };
    if (isRefused) {
      refuse(file.name, messages.uploadReadOnly);
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
