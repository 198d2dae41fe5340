import "./ui/sheets";

import { effect } from "@preact/signals";
import { render } from "preact";
import { App } from "./app/app";
import * as messages from "./app/messages";
import { startLoadingTabs } from "./app/tabs/tab-code";
import { whenIdle } from "./lib/browser/when-idle";
import { absorbChanges } from "./state/address/undo";
import { readAddress } from "./state/address/url-state";
import { boot } from "./state/base/boot";
import { startClock } from "./state/base/clock";
import { notifies } from "./state/base/notifications";
import { startTheme } from "./state/base/theme";
import { showToast } from "./state/base/toasts";
import { startAbsentRuns } from "./state/runs/absent-runs";
import { startMarks } from "./state/runs/run-annotations";
import { namesInLog } from "./state/runs/runs";
import { startLive } from "./state/server/connection";
import { followSavedState } from "./state/server/follow-shared-state";
import { watchForIdle } from "./state/shell/page-idle";
import { startPanels } from "./state/shell/panels";
import { startShortcuts } from "./state/shell/shortcuts";
import { nameProgram } from "./ui/feedback/error-state";

/** Not awaited by the module itself: the code of tabs would wait until it has run to its end. */
async function begin(root: HTMLElement): Promise<void> {
  if (!(await readAddress())) showToast(messages.viewNotSaved, 10_000);
  const tab = startLoadingTabs();
  absorbChanges();
  // The first questions wait for a task of their own; drawing the frame of the page would hold them.
  await tab;
  await new Promise((done) => setTimeout(done));
  render(<App />, root);
}

const root = document.getElementById("app");
if (root === null) throw new Error("The page has no element #app to draw into.");
nameProgram(`Scopeboard ${boot.version}`);
startTheme();
startPanels();
void startMarks(namesInLog);
startClock();
startShortcuts();
// Once the page stands: nothing is pointed at before.
whenIdle(() => void import("./ui/popover/tooltip").then(({ startTooltips }) => startTooltips()));
followSavedState();
startLive();
startAbsentRuns();
watchForIdle();
// Not in the way of what the page shows first.
whenIdle(() =>
  effect(() => {
    if (notifies.value) void import("./app/notices/run-notifications").then((code) => code.start());
  }),
);
void begin(root);
