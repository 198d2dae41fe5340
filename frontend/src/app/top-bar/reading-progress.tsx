/** How far reading is, in the bar above: there only where reading takes more than a moment. */
import { computed, effect, signal } from "@preact/signals";
import type { Progress } from "../../api/types";
import { status } from "../../state/server/connection";
import * as messages from "../messages";
import { foundTexts, paceTexts, readingPart, readingText } from "./loading-text";
import "./reading-progress.css";

/** Reading that is over sooner needs no numbers. */
const MOMENT_MS = 2000;

/** Whether the server, or what writes its index, has been reading for more than a moment. */
export const isLong = signal(false);

const isUnderWay = computed(() => (status.value?.loading.state ?? "ready") !== "ready");

effect(() => {
  isLong.value = false;
  if (!isUnderWay.value) return;
  const timer = setTimeout(() => {
    isLong.value = true;
  }, MOMENT_MS);
  return () => clearTimeout(timer);
});

/** Whole percent, rounded down: 100 only once all is read. */
function percentRead(loading: Progress): number {
  return Math.floor(100 * readingPart(loading));
}

/** Read aloud: the numbers change too often for that, so only each quarter, and the end. */
const spoken = signal("");

effect(() => {
  const loading = status.value?.loading;
  if (loading === undefined) return;
  const quarter = Math.floor(percentRead(loading) / 25) / 4;
  if (isLong.value) spoken.value = messages.readingPercent(quarter);
  else if (spoken.peek() !== "") spoken.value = messages.readingDone;
});

function Numbers({ loading }: { loading: Progress }) {
  const percent = percentRead(loading);
  const isIndexing = loading.state === "indexing";
  const text = isIndexing ? messages.indexing : readingText(loading);
  const texts = isIndexing
    ? [messages.indexingShort(percent / 100), ...paceTexts(loading)]
    : [messages.readingShort(percent / 100), ...paceTexts(loading), ...foundTexts(loading)];
  return (
    <div
      class="app-reading"
      role="progressbar"
      aria-label={messages.readingEventFiles}
      aria-valuenow={percent}
      aria-valuetext={text}
      data-tooltip={text}
    >
      <ul>
        {texts.map((text) => (
          <li>{text}</li>
        ))}
      </ul>
    </div>
  );
}

export function ReadingProgress() {
  const loading = status.value?.loading;
  return (
    <>
      {isLong.value && loading !== undefined && <Numbers loading={loading} />}
      <p class="ui-visually-hidden" role="status">
        {spoken.value}
      </p>
    </>
  );
}
