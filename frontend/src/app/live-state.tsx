/** Whether the page follows its log directory, and the switch for it. */
import { counted } from "../lib/number-text";
import { connection, paused, readOnce, status } from "../state/live";
import { IconButton } from "../ui/button";
import { readingText } from "./loading-text";

function stateText(): { text: string; title: string } {
  const now = status.value;
  if (now === null || connection.value.state === "connecting") return { text: "", title: "" };
  if (connection.value.state === "lost") return { text: "Offline", title: "The server is silent" };
  if (now.loading.state === "reading") {
    const part = Math.floor((100 * now.loading.bytes_done) / Math.max(1, now.loading.bytes_total));
    return { text: `Reading ${part} %`, title: readingText(now.loading) };
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

export function LiveState() {
  const { text, title } = stateText();
  if (text === "") return null;
  return (
    <div class="live-state">
      <span title={title}>{text}</span>
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
