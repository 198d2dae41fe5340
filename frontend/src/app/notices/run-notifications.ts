/**
 * Notifications of the browser while the page is out of sight: an experiment has ended or failed, or
 * a run has a new warning. Its code comes once a viewer wants them.
 */
import { effect, untracked } from "@preact/signals";
import type { Run } from "../../api/types";
import { grouped } from "../../lib/algorithms/group-by";
import { boot } from "../../state/base/boot";
import { notifies } from "../../state/base/notifications";
import { runs, runsWhole } from "../../state/runs/runs";
import { followWarnings, openWarning, unmutedWarnings, warnings } from "../../state/tags/warnings";
import * as messages from "./notification-messages";

type RunState = Run["state"];

/** What a notification has; a newer one of the same key replaces it. */
export interface Notice {
  readonly key: string;
  readonly title: string;
  readonly body: string;
}

/** Of several runs of an experiment, the first that any of them has. */
const MOST_INFORMATIVE: readonly RunState[] = ["running", "failed", "done", "inactive"];

export function experimentStates(
  all: readonly Pick<Run, "training" | "state">[],
): ReadonlyMap<string, RunState> {
  const states = new Map<string, RunState>();
  for (const [training, members] of grouped(all, (run) => run.training)) {
    const found = MOST_INFORMATIVE.find((state) => members.some((run) => run.state === state));
    if (found !== undefined) states.set(training, found);
  }
  return states;
}

/** A notice for each experiment that ran before and does no longer. */
export function endedSince(
  before: ReadonlyMap<string, RunState>,
  now: ReadonlyMap<string, RunState>,
): Notice[] {
  return [...now].flatMap(([training, state]) => {
    if (before.get(training) !== "running" || state === "running") return [];
    return [{ key: training, title: messages.runEnded[state], body: training }];
  });
}

function show({ key, title, body }: Notice, onClick?: () => void): void {
  if (!document.hidden) return;
  const shown = new Notification(title, { body, tag: `${boot.log_directory} ${key}` });
  shown.onclick = () => {
    focus();
    onClick?.();
    shown.close();
  };
}

function notifyOfEnds(): () => void {
  let known: ReadonlyMap<string, RunState> | null = null;
  return effect(() => {
    if (!runsWhole.value) return;
    const states = experimentStates(runs.value);
    if (known !== null) for (const notice of endedSince(known, states)) show(notice);
    known = states;
  });
}

function notifyOfWarnings(): () => void {
  const stopFollowing = followWarnings();
  let known: ReadonlySet<string> | null = null;
  const stop = effect(() => {
    if (warnings.value === null) return;
    const found = unmutedWarnings.value;
    for (const { key, runName, tag, message } of known === null ? [] : found) {
      if (known?.has(key)) continue;
      const title = messages.warningOf(tag ? `${runName} · ${tag}` : runName);
      show({ key, title, body: message }, () => openWarning(key));
    }
    known = new Set([...(known ?? []), ...found.map(({ key }) => key)]);
  });
  return () => {
    stop();
    stopFollowing();
  };
}

let isStarted = false;

/** Notifies for as long as the viewer wants it. */
export function start(): void {
  if (isStarted) return;
  isStarted = true;
  effect(() => {
    if (!notifies.value || Notification.permission !== "granted") return undefined;
    const stops = untracked(() => [notifyOfEnds(), notifyOfWarnings()]);
    return () => {
      for (const stop of stops) stop();
    };
  });
}
