/** Over the page: where graph files can be dropped, and how their uploads go. */
import { stopSending } from "../../state/graphs/send-graph-files";
import { forgetRefusals, refusedFiles, sending } from "../../state/graphs/uploaded-graphs";
import { Button, IconButton } from "../../ui/controls/button";
import { Icon } from "../../ui/controls/icon";
import * as messages from "../messages";
import * as lateMessages from "./messages";
import "./file-drop.css";

export function FileReport({ isOver }: { readonly isOver: boolean }) {
  return (
    <>
      {isOver && <Overlay />}
      <Report />
    </>
  );
}

function Overlay() {
  return (
    <div class="app-drop-overlay">
      <div>
        <Icon name="file-plus" size={32} />
        <p>{lateMessages.dropHint}</p>
        <p class="drop-hint">{lateMessages.dropFormats}</p>
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
                ? lateMessages.uploading(now.name)
                : lateMessages.uploadingMore(now.name, now.waiting)}
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
