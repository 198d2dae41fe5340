import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FocusedCard, isCardAwaited } from "./focused-card";

const cards = new FocusedCard();

beforeEach(() => void vi.useFakeTimers());

afterEach(() => {
  cards.stopWaiting();
  vi.useRealTimers();
});

it("is awaited until the card has claimed the focus, once", () => {
  cards.focus("a");
  expect([cards.id.value, isCardAwaited()]).toEqual(["a", true]);
  expect([cards.claimFocus("b"), cards.claimFocus("a"), cards.claimFocus("a")]).toEqual([
    false,
    true,
    false,
  ]);
  expect([cards.id.value, isCardAwaited()]).toEqual(["a", false]);
});

it("is awaited no longer where it does not come, or its tab goes", () => {
  cards.focus("a");
  vi.advanceTimersByTime(2001);
  expect(isCardAwaited()).toBe(false);
  cards.focus("b");
  cards.stopWaiting();
  expect([isCardAwaited(), cards.claimFocus("b")]).toEqual([false, false]);
});
