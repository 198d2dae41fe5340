import { expect, it } from "vitest";
import { viewSearch } from "../../../state/address/url-state";
import {
  chooseTails,
  pinned,
  tails,
  toggleLog,
  togglePin,
  toggleStacked,
  toggleSuperseded,
} from "./tab-options";

it.each([
  [toggleLog, "counts=log"],
  [toggleStacked, "facets=stacked"],
  [toggleSuperseded, "superseded=shown"],
])("leaves nothing in the address when a choice is switched on and off", (toggle, query) => {
  expect(viewSearch()).toBe("");
  toggle();
  expect(viewSearch()).toBe(query);
  toggle();
  expect(viewSearch()).toBe("");
});

it("has tails and pins in the address", () => {
  chooseTails("whole");
  togglePin("layer/weights");
  expect(Object.fromEntries(new URLSearchParams(viewSearch()))).toEqual({
    tails: "whole",
    "histogram.pin": "layer/weights",
  });
  togglePin("layer/weights");
  expect(pinned.value).toEqual([]);
  chooseTails("auto");
  expect(tails.value).toBe("auto");
  expect(viewSearch()).toBe("");
});
