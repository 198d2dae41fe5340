/** The keys of the viewer: to other steps and samples, and out of it. */
import { useRef } from "preact/hooks";
import { neighbourOf } from "../../../lib/algorithms/binary-search";
import { areArrowsFree, useShortcuts } from "../../../state/shell/shortcuts";
import * as messages from "../messages";
import * as view from "../options/tab-options";
import type { ViewerSample } from "./viewer-sample";

const GROUP = "viewer" as const;
const FAR = 10;
const { NEGATIVE_INFINITY, POSITIVE_INFINITY } = Number;

/** `steps` are those of the first picture, ascending. */
export function useViewerKeys(
  first: ViewerSample,
  second: ViewerSample,
  steps: readonly number[],
): void {
  const latest = useRef({ first, second, steps });
  latest.current = { first, second, steps };
  const moveStep = (count: number) => (): boolean => {
    const { first, steps } = latest.current;
    const next = first.id && neighbourOf(steps, first.id.step, count);
    if (first.id === null || next === null || !areArrowsFree()) return false;
    view.showInViewer({ ...first.id, step: next }, view.second.peek());
    return true;
  };
  const moveSample = (count: number) => (): boolean => {
    const { first, second } = latest.current;
    const next = first.at(first.place + count);
    if (next === null) return false;
    view.showInViewer(next, second.at(second.place + count) ?? view.second.peek());
    return true;
  };
  const step = (keys: string, count: number, label: string) => ({
    ...{ keys, label, group: GROUP, run: moveStep(count) },
  });
  useShortcuts([
    { keys: "Escape", label: messages.closeViewer, group: GROUP, run: view.leaveViewer },
    step("ArrowRight", 1, messages.nextStepOfImageA),
    step("ArrowLeft", -1, messages.previousStepOfImageA),
    step("Shift+ArrowRight", FAR, messages.forward10StepsInImage),
    step("Shift+ArrowLeft", -FAR, messages.back10StepsInImage),
    step("Home", NEGATIVE_INFINITY, messages.firstStepOfImageA),
    step("End", POSITIVE_INFINITY, messages.lastStepOfImageA),
    { keys: "j", label: messages.nextSampleOfBoth, group: GROUP, run: moveSample(1) },
    { keys: "k", label: messages.previousSampleOfBoth, group: GROUP, run: moveSample(-1) },
  ]);
}
