import { expect, test } from "vitest";
import { MemoryHistory } from "./memory-history";

test("views are entries, from states and from addresses", () => {
  let steps = 0;
  const history = new MemoryHistory("tab=graph", () => {
    steps += 1;
  });
  expect(history.state).toEqual({ view: "?tab=graph" });
  history.pushState(null, "", "srcdoc?tab=scalars&step=3#here");
  history.pushState({ view: "?tab=text" }, "", "srcdoc?v=abc");
  history.replaceState(null, "", "srcdoc");
  expect(history.length).toBe(3);
  expect(history.state).toEqual({ view: "" });
  history.back();
  expect(history.state).toEqual({ view: "?tab=scalars&step=3" });
  history.go(-5);
  history.back();
  history.back();
  expect(history.state).toEqual({ view: "?tab=graph" });
  history.forward();
  expect(steps).toBe(3);
});

test("a new view takes the place of those that were stepped back from", () => {
  const history = new MemoryHistory("", () => {});
  history.pushState({ view: "?a=1" }, "");
  history.back();
  history.pushState({ view: "?b=1" }, "");
  history.forward();
  expect([history.length, history.state.view]).toEqual([2, "?b=1"]);
});
