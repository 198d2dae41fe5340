import { expect, it, vi } from "vitest";
import { isAway, notifies } from "./notifications";

it("is away where the page is out of sight and no one is to be notified", () => {
  const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  expect(isAway()).toBe(true);
  notifies.value = true;
  expect(isAway()).toBe(false);
  hidden.mockReturnValue(false);
  notifies.value = false;
  expect(isAway()).toBe(false);
});
