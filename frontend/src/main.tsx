import { render } from "preact";
import { App } from "./app/app";
import { startLoadingTabs } from "./app/tab-code";
import { startAbsentRuns } from "./state/absent-runs";
import { boot } from "./state/boot";
import { startClock } from "./state/clock";
import { followSavedState } from "./state/kept-changes";
import { startLive } from "./state/live";
import { say } from "./state/notice";
import { startPanels } from "./state/panels";
import { startRest } from "./state/rest";
import { startMarks } from "./state/run-marks";
import { namesInLog } from "./state/runs";
import { startShortcuts } from "./state/shortcuts";
import { startTheme } from "./state/theme";
import { absorbChanges } from "./state/undo";
import { readAddress } from "./state/url";
import { nameProgram } from "./ui/failure";
import "./ui/tokens.css";
import "./ui/base.css";

const NOT_KEPT =
  "The view of this link is not kept here: the link may be from another log directory";

/** Not awaited by the module itself: the code of tabs would wait until it has run to its end. */
async function begin(root: HTMLElement): Promise<void> {
  if (!(await readAddress())) say(NOT_KEPT, 10_000);
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
followSavedState();
startLive();
startAbsentRuns();
startRest();
void begin(root);
