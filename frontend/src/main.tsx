import { render } from "preact";
import { App } from "./app/app";
import { startLive } from "./state/live";
import { startTheme } from "./state/theme";
import "./ui/tokens.css";
import "./ui/base.css";

const root = document.getElementById("app");
if (root === null) throw new Error("The page has no element #app to draw into.");
startTheme();
startLive();
render(<App />, root);
