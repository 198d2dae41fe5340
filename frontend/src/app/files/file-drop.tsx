/** Graph files can be dropped anywhere on the page, from its first moment. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { uploadFiles } from "../../state/graphs/upload-files";
import { refuse, refusedFiles, sending } from "../../state/graphs/uploaded-graphs";
import { isPageIdle } from "../../state/shell/page-idle";
import { lazyPart } from "../../ui/layout/lazy-part";
import * as messages from "../messages";

const FileReport = lazyPart(async () => (await import("./file-report")).FileReport);

export function FileDrop() {
  const isOver = useSignal(false);
  useEffect(
    () =>
      listenToDrops((is) => {
        isOver.value = is;
      }),
    [],
  );
  const isIdle = isPageIdle.value;
  useEffect(() => {
    if (isIdle) void FileReport.prefetch();
  }, [isIdle]);
  const hasReport = sending.value !== null || refusedFiles.value.length > 0;
  // Before it says anything, so that a screen reader hears it.
  const isDrawn = isOver.value || hasReport || FileReport.isThere.value;
  return isDrawn ? <FileReport isOver={isOver.value} /> : null;
}

/** Tells whether files are held over the window, and takes those that are let go there. */
function listenToDrops(onChange: (isOver: boolean) => void): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  // Entering an element is reported before leaving the one before.
  let depth = 0;
  const follow = (by: number) => (drag: DragEvent) => {
    if (!holdsFiles(drag)) return;
    depth = Math.max(0, depth + by);
    onChange(depth > 0);
  };
  addEventListener("dragenter", follow(1), { signal });
  addEventListener("dragleave", follow(-1), { signal });
  addEventListener("dragover", (drag) => holdsFiles(drag) && drag.preventDefault(), { signal });
  addEventListener(
    "drop",
    (drop) => {
      if (!holdsFiles(drop) || drop.dataTransfer === null) return;
      drop.preventDefault();
      depth = 0;
      onChange(false);
      void uploadDropped(drop.dataTransfer);
    },
    { signal },
  );
  return () => stopping.abort();
}

function holdsFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes("Files") ?? false;
}

/** A browser lets the files of a drop be read only during it, so they are read at once. */
async function uploadDropped({ items }: DataTransfer): Promise<void> {
  const dropped = [...items].map((item) => ({
    entry: item.webkitGetAsEntry(),
    file: item.getAsFile(),
  }));
  try {
    const { filesOf } = await import("./dropped-files");
    const files = await filesOf(dropped);
    if (files.length > 0) await uploadFiles(files);
    else refuse(messages.noFilesAdded, messages.noGraphInFolder);
  } catch {
    refuse(messages.noFilesAdded, messages.unreadableDrop);
  }
}
