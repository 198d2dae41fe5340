/**
 * What the server says about itself and about changes: by a stream of notices, or, where that does
 * not come through, by asking again and again. Neither while the page is hidden or the viewer has
 * paused it. While a pointer is pressed, what comes waits, so that nothing moves under it.
 */
import { batch, computed, effect, type ReadonlySignal, signal, untracked } from "@preact/signals";
import { getStatus } from "../../api/resources";
import { openStream, type StreamBatch } from "../../api/stream";
import type { Status } from "../../api/types";
import { backoffMs } from "../../lib/browser/backoff";
import { boot } from "../base/boot";
import { isUnwatched } from "../base/notifications";
import { ChangeTracker } from "./change-tracker";
import { SharedStream, versionOf } from "./tab-shared-stream";

const WHILE_READING_MS = 500;
/** A stream that broke off is opened again no sooner, and one that stayed silent much later. */
const REOPEN_MS = 1000;
const SILENT_MS = 60_000;

export type Connection =
  | { state: "connecting" }
  | { state: "open" }
  | { state: "lost"; failures: number; retryAt: number };

export const status = signal<Status | null>(null);
export const connection = signal<Connection>({ state: "connecting" });
export const paused = signal(false);

/** Changes with what the server's readers see, and when it starts again; null until it is known. */
export const dataVersion: ReadonlySignal<string | null> = computed(() =>
  status.value === null ? null : versionOf(status.value),
);

const changes = new ChangeTracker();
/** How many batches of changes were noted. */
const changeCount = signal(0);

/** Changes when there may be points of a tag in any of these runs that were not there before. */
export function seriesVersion(tag: string, runs: readonly string[]): number {
  return changeCount.value === 0 ? 0 : changes.ofSeries(tag, runs);
}

/** Changes when any of these runs may have logged anything new; null until anything is known. */
export function runsVersion(runs: readonly string[]): number | null {
  if (status.value === null) return null;
  return changeCount.value === 0 ? 0 : changes.ofRuns(runs);
}

/** Changes when a run, a tag or a graph may have come or gone; null until anything is known. */
export const listVersion: ReadonlySignal<number | null> = computed(() => {
  if (status.value === null) return null;
  return changeCount.value === 0 ? 0 : changes.ofLists;
});

/** What notices call a run's own graphs, which have no tag: each newer one is a point of these. */
const OWN_GRAPHS = ["__run_graph__", "__meta_graph__"];

/**
 * Changes when a graph may have come or gone, from a run or a file, or one of these tags was logged
 * again; null until anything is known.
 */
export function graphsVersion(tags: readonly string[]): string | null {
  if (status.value === null) return null;
  const latest = [...OWN_GRAPHS, ...tags].map((tag) => seriesVersion(tag, []));
  return `${Math.max(...latest)} ${status.value.graph_files}`;
}

/** Whether the server is reading what it found when it last looked. */
export const reading: ReadonlySignal<boolean> = computed(
  () => status.value?.loading.state === "reading",
);

const online = computed(() => connection.value.state === "open");

/**
 * How often the server was reached anew: at first, after it was lost, and after the stream broke
 * off, for a server that starts again quickly is never found missing. What failed is worth another
 * request then.
 */
export const reached = signal(0);

function isReadOnce({ loading, reload_interval }: Status): boolean {
  return reload_interval === 0 && loading.state === "ready";
}

/** Whether the server has read its files and will not look at them again. */
export const readOnce: ReadonlySignal<boolean> = computed(
  () => status.value !== null && isReadOnce(status.value),
);

let timer: ReturnType<typeof setTimeout> | undefined;
let isPolling = false;
/** The answer that the page was sent with: as good as the first one. */
let sent = boot.status;
let stream: SharedStream | undefined;
/** Until then, on the page's clock, no stream is tried. */
let streamAfter = 0;
/** Whether a stream broke off since the server last answered. */
let isBroken = false;
/** What came while a pointer was pressed. */
let deferredBatch: StreamBatch | null = null;
let isPressed = false;

/** Notes which series changed; queries that show them are requested again. */
export function noteChanges(changed: StreamBatch["changes"] | "anything"): void {
  if (changed === "anything") changes.noteAnything();
  else if (changed.length > 0) changes.note(changed);
  else return;
  changeCount.value += 1;
}

function onBatch(news: StreamBatch): void {
  if (isPressed) {
    deferredBatch = { ...news, changes: [...(deferredBatch?.changes ?? []), ...news.changes] };
    return;
  }
  batch(() => {
    noteChanges(news.changes);
    status.value = news.status;
    connection.value = { state: "open" };
  });
  if (readOnce.peek()) disconnect();
}

function release(): void {
  isPressed = false;
  const news = deferredBatch;
  deferredBatch = null;
  if (news !== null) onBatch(news);
}

function intervalAfter({ loading, reload_interval }: Status): number {
  const interval = Math.max(1, reload_interval) * 1000;
  return loading.state === "reading" ? Math.min(WHILE_READING_MS, interval) : interval;
}

/** Requests the status once; returns null, and sets the connection to lost, when that fails. */
async function poll(): Promise<Status | null> {
  try {
    return await getStatus();
  } catch {
    const before = connection.peek();
    const failures = before.state === "lost" ? before.failures + 1 : 1;
    const retryAt = Date.now() + backoffMs(failures);
    connection.value = { state: "lost", failures, retryAt };
    streamAfter = 0; // it was the server that was silent, not the stream
    timer = setTimeout(follow, backoffMs(failures));
    return null;
  }
}

/** Follows by the stream, which tells of what changed since `before`, or by asking again. */
function connect(answer: Status, before: string | null): void {
  if (isReadOnce(answer) || paused.peek()) noteIfNew(before);
  else if (performance.now() >= streamAfter) stream?.start(before ?? versionOf(answer));
  else {
    noteIfNew(before);
    timer = setTimeout(follow, intervalAfter(answer));
  }
}

function noteIfNew(before: string | null): void {
  if (before !== null && before !== dataVersion.peek()) noteChanges("anything");
}

async function follow(): Promise<void> {
  clearTimeout(timer);
  if (isPolling || isUnwatched()) return;
  stream?.stop();
  isPolling = true;
  const before = dataVersion.peek();
  // Synchronously: the requests of the first drawing start before anything is drawn.
  const answer = sent ?? (await poll());
  sent = null;
  isPolling = false;
  if (answer === null) return;
  batch(() => {
    if (isBroken || !online.peek()) reached.value += 1;
    isBroken = false;
    status.value = answer;
    connection.value = { state: "open" };
  });
  if (!isUnwatched()) connect(answer, before);
}

/** Stops the stream and the polling. */
function disconnect(): void {
  clearTimeout(timer);
  stream?.stop();
}

/** Polls at once, whatever the timer says. */
export function pollNow(): void {
  void follow();
}

function streamOf(channel: BroadcastChannel | null): SharedStream {
  return new SharedStream(channel, openStream, {
    onBatch: onBatch,
    onJoin: (version) => {
      if (version !== dataVersion.peek()) noteChanges("anything");
    },
    onEnd: (hasReceived) => {
      isBroken = true;
      if (!hasReceived) streamAfter = performance.now() + SILENT_MS;
      timer = setTimeout(follow, hasReceived ? REOPEN_MS : 0);
    },
  });
}

function startHolding(): void {
  addEventListener(
    "pointerdown",
    () => {
      isPressed = true;
    },
    { capture: true },
  );
  for (const end of ["pointerup", "pointercancel", "blur"]) {
    addEventListener(end, release, { capture: true });
  }
  // A list that the browser drops keeps the release of the pointer for itself.
  addEventListener("pointermove", ({ buttons }) => isPressed && buttons === 0 && release());
}

/**
 * Whether the browser may have restored the page, and its embedded answers, from an earlier visit.
 */
function isPageRestored(): boolean {
  const [navigation] = performance.getEntriesByType("navigation");
  return (navigation as PerformanceNavigationTiming | undefined)?.type === "back_forward";
}

/** Starts following. Call once. */
export function startLive(): void {
  if (isPageRestored()) sent = null;
  const name = `scopeboard ${location.pathname}`;
  stream = streamOf("BroadcastChannel" in globalThis ? new BroadcastChannel(name) : null);
  startHolding();
  addEventListener("pagehide", disconnect);
  document.addEventListener("visibilitychange", () => {
    if (isUnwatched()) disconnect();
    else if (!paused.peek()) pollNow();
  });
  effect(() => {
    if (!paused.value) untracked(pollNow);
    else if (online.peek()) disconnect();
  });
}
