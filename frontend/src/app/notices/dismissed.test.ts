import { expect, it } from "vitest";
import { dismiss, NONE_DISMISSED, notDismissed, stillDismissed } from "./dismissed";

const full = { kind: "index", message: "The disk is full." };
const fuller = { kind: "index", message: "The disk is full, and so is memory." };
const other = { kind: "other", message: "Something else." };

it("shows notices that were not dismissed, and those that have changed since", () => {
  const dismissed = dismiss(NONE_DISMISSED, full);
  expect(notDismissed([full, other], NONE_DISMISSED)).toEqual([full, other]);
  expect(notDismissed([full, other], dismissed)).toEqual([other]);
  expect(notDismissed([fuller], dismissed)).toEqual([fuller]);
});

it("shows again what was gone in between", () => {
  const dismissed = dismiss(dismiss(NONE_DISMISSED, full), other);
  expect(stillDismissed([full, other], dismissed)).toBe(dismissed);
  expect(notDismissed([full, other], stillDismissed([other], dismissed))).toEqual([full]);
});
