import { expect, it } from "vitest";
import { pickColour } from "./pick-colour";

const picker = () => document.querySelector<HTMLInputElement>("input[type=color]");

it("gives the colour that was picked, and leaves nothing behind", () => {
  const chosen: string[] = [];
  pickColour("#0a84e0", { x: 10, y: 20 }, (colour) => chosen.push(colour));
  const input = picker();
  expect(input?.value).toBe("#0a84e0");
  if (input !== null) input.value = "#1a7f37";
  input?.dispatchEvent(new Event("change"));
  expect(chosen).toEqual(["#1a7f37"]);
  expect(picker()).toBeNull();
});

it("changes nothing where the picker is cancelled", () => {
  const chosen: string[] = [];
  pickColour("#0a84e0", { x: 10, y: 20 }, (colour) => chosen.push(colour));
  picker()?.dispatchEvent(new Event("cancel"));
  expect(chosen).toEqual([]);
  expect(picker()).toBeNull();
});
