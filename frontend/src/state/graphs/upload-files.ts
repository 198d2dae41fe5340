import { type GraphFile, refuse } from "./uploaded-graphs";

/** Sends files once the code for it is there. The first graph of them is shown. */
export async function uploadFiles(files: readonly GraphFile[]): Promise<void> {
  try {
    await (await import("./send-graph-files")).sendFiles(files);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    for (const { name } of files) refuse(name, reason);
  }
}
