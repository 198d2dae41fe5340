import { expect, it, vi } from "vitest";
import { isUnwatched, notifies } from "./notifications";

it("is unwatched where the page is out of sight and no one is to be notified", () => {
  const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  expect(isUnwatched()).toBe(true);
  notifies.value = true;
  expect(isUnwatched()).toBe(false);
  hidden.mockReturnValue(false);
  notifies.value = false;
  expect(isUnwatched()).toBe(false);
});
