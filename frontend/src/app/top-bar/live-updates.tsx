/** Whether the page follows its log directory, and the switch for it. */

import type { Status } from "../../api/types";
import { counted } from "../../lib/format/number";
import { boot } from "../../state/base/boot";
import { connection, paused, reading, readOnce, status } from "../../state/server/connection";
import { toggleDialog } from "../../state/shell/dialogs";
import { Button, IconButton } from "../../ui/controls/button";
import { Term } from "../../ui/controls/term";
import { readingText } from "./loading-text";
import { isLong } from "./reading-progress";

function stateText(now: Status): { text: string; title: string } {
  if (connection.value.state === "lost") return { text: "Offline", title: "The server is silent" };
  // Where reading takes long, the numbers beside say so.
  if (reading.value) {
    return { text: isLong.value ? "" : "Reading", title: readingText(now.loading) };
  }
  const title = `${counted(now.loading.runs, "run")}, ${counted(now.loading.points, "point")}`;
  if (readOnce.value) return { text: "Read once", title };
  return paused.value ? { text: "Paused", title } : { text: "Live", title };
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
      Report
    </Button>
  );
}

export function LiveState() {
  if (boot.report !== null) return <ReportState />;
  if (status.value === null || connection.value.state === "connecting") return null;
  const { text, title } = stateText(status.value);
  return (
    <div class="live-state">
      <Term explanation={title}>{text}</Term>
      {!readOnce.value && (
        <IconButton
          icon={paused.value ? "play" : "pause"}
          label={paused.value ? "Follow new data again" : "Pause new data"}
          shortcut="."
          onClick={togglePaused}
        />
      )}
    </div>
  );
}
