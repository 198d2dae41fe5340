/** Tells the widget what is selected, and shows the views that the widget wants. */
import { effect } from "@preact/signals";
import { showView, urlText } from "../state/address/url-state";
import { shownNames } from "../state/runs/runs";
import { step } from "../state/tags/selected-step";
import { connected } from "./install";
import type { Selection } from "./protocol";

/** A drag over charts moves the step with every frame. */
const REST_MS = 100;

function follow({ channel, shown }: NonNullable<typeof connected>): void {
  const node = urlText("node");
  let timer: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    const selection: Selection = {
      runs: [...shownNames.value],
      step: step.value,
      node: node.value,
    };
    clearTimeout(timer);
    timer = setTimeout(() => void channel.post({ kind: "selection", selection }), REST_MS);
  });
  shown.addEventListener("show", (event) => {
    showView((event as CustomEvent<string>).detail.replace(/^\?/, ""));
  });
}

if (connected !== null) follow(connected);
