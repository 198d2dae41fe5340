/** Whether the page follows its log directory, and the switch for it. */

import type { Status } from "../../api/types";
import { boot } from "../../state/base/boot";
import { connection, paused, reading, readOnce, status } from "../../state/server/connection";
import { toggleDialog } from "../../state/shell/dialogs";
import { Button, IconButton } from "../../ui/controls/button";
import { Term } from "../../ui/controls/term";
import * as messages from "../messages";
import { readingText } from "./loading-text";
import { isLong } from "./reading-progress";

function stateText(now: Status): { text: string; title: string } {
  if (connection.value.state === "lost")
    return { text: messages.offline, title: messages.serverSilent };
  // Where reading takes long, the numbers beside say so.
  if (reading.value) {
    return { text: isLong.value ? "" : messages.reading, title: readingText(now.loading) };
  }
  const counts = messages.runAndPointCount(now.loading.runs, now.loading.points);
  const traffic = now.log_directories.flatMap((directory) => directory.traffic ?? []);
  const title = [counts, ...traffic.map(messages.trafficText)].join("\n");
  if (readOnce.value) return { text: messages.liveOff, title };
  return paused.value ? { text: messages.paused, title } : { text: messages.live, title };
}

/** Returns false where there is nothing to follow. */
export function togglePaused(): boolean {
  if (readOnce.peek()) return false;
  paused.value = !paused.peek();
  return true;
}

function ReportState() {
  return (
    <Button look="quiet" icon="info" onClick={() => toggleDialog("report")}>
      {messages.report}
    </Button>
  );
}

export function LiveState() {
  if (boot.report !== null) return <ReportState />;
  if (status.value === null || connection.value.state === "connecting") return null;
  const { text, title } = stateText(status.value);
  return (
    <div class="app-live-state">
      <Term explanation={title}>{text}</Term>
      {!readOnce.value && (
        <IconButton
          icon={paused.value ? "play" : "pause"}
          label={paused.value ? messages.resumeLive : messages.pauseLive}
          shortcut="."
          onClick={togglePaused}
        />
      )}
    </div>
  );
}
