import { render } from "preact";
import { App } from "./app/app";
import { startClock } from "./state/clock";
import { startLive } from "./state/live";
import { startPanels } from "./state/panels";
import { startShortcuts } from "./state/shortcuts";
import { startTheme } from "./state/theme";
import "./ui/tokens.css";
import "./ui/base.css";

const root = document.getElementById("app");
if (root === null) throw new Error("The page has no element #app to draw into.");
startTheme();
startPanels();
startClock();
startShortcuts();
startLive();
render(<App />, root);
