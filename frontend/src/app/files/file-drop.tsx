/** Graph files can be dropped anywhere on the page; their uploads are listed below. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import {
  forgetRefusals,
  refuse,
  refusedFiles,
  sending,
  stopSending,
  uploadFiles,
} from "../../state/tags/uploaded-graphs";
import { Button, IconButton } from "../../ui/controls/button";
import { Icon } from "../../ui/controls/icon";
import * as messages from "../messages";
import { droppedFiles } from "./dropped-files";
import "./file-drop.css";

export function FileDrop() {
  const isOver = useSignal(false);
  useEffect(
    () =>
      listenToDrops((is) => {
        isOver.value = is;
      }),
    [],
  );
  return (
    <>
      {isOver.value && <Overlay />}
      <Report />
    </>
  );
}

function Overlay() {
  return (
    <div class="app-drop-overlay">
      <div>
        <Icon name="file-plus" size={32} />
        <p>{messages.dropHint}</p>
        <p class="drop-hint">{messages.dropFormats}</p>
      </div>
    </div>
  );
}

function Report() {
  const now = sending.value;
  const refused = refusedFiles.value;
  return (
    <div class="app-file-report">
      <div role="status">
        {now !== null && (
          <p class="app-file-summary">
            <span>
              {now.waiting === 0
                ? messages.uploading(now.name)
                : messages.uploadingMore(now.name, now.waiting)}
            </span>
            <Button look="quiet" onClick={stopSending}>
              {messages.cancel}
            </Button>
          </p>
        )}
      </div>
      <div role="alert">
        {refused.length > 0 && (
          <div class="app-file-summary refused">
            <ul>
              {refused.map(({ name, reason }, index) => (
                <li key={index}>
                  {!reason.startsWith(name) && <strong>{name}: </strong>}
                  {reason}
                </li>
              ))}
            </ul>
            <IconButton icon="close" label={messages.dismiss} onClick={forgetRefusals} />
          </div>
        )}
      </div>
    </div>
  );
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
      void take(drop.dataTransfer);
    },
    { signal },
  );
  return () => stopping.abort();
}

function holdsFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes("Files") ?? false;
}

async function take(transfer: DataTransfer): Promise<void> {
  try {
    const files = await droppedFiles(transfer);
    if (files.length > 0) await uploadFiles(files);
    else refuse(messages.noFilesAdded, messages.noGraphInFolder);
  } catch {
    refuse(messages.noFilesAdded, messages.unreadableDrop);
  }
}
