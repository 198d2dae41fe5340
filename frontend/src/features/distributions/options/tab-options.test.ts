import { expect, it } from "vitest";
import { viewSearch } from "../../../state/address/url-state";
import { toggleLog, toggleStacked, toggleSuperseded, toggleTails } from "./tab-options";

it.each([
  [toggleLog, "counts=log"],
  [toggleTails, "tails=cut"],
  [toggleStacked, "facets=stacked"],
  [toggleSuperseded, "superseded=shown"],
])("leaves nothing in the address when a choice is switched on and off", (toggle, query) => {
  expect(viewSearch()).toBe("");
  toggle();
  expect(viewSearch()).toBe(query);
  toggle();
  expect(viewSearch()).toBe("");
});
