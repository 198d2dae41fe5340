import { render } from "@testing-library/preact";
import { expect, it } from "vitest";
import { announce, announcement, keySteps } from "../../../state/shell/announcements";
import type { CardLine } from "../lines/series-lines";
import { SpokenValues, spokenValues } from "./spoken-values";

function line(key: string, y: readonly number[]): CardLine {
  const x = Float64Array.from(y.keys());
  return { key, x, y: Float64Array.from(y), faint: null, buckets: null } as unknown as CardLine;
}

const ABOUT = {
  name: "loss",
  nameOf: ({ key }: CardLine) => key,
  axis: "step",
  chosen: 1,
  points: new Map(),
} as const;

it("says the value of each line at the step", () => {
  const lines = [line("adam", [3, 0.917]), line("sgd", [3, 0.95, 0.9])];
  expect(spokenValues({ ...ABOUT, lines })).toBe("loss, step 1: adam 0.917, sgd 0.95.");
  expect(spokenValues({ ...ABOUT, lines: [] })).toBe("loss, step 1: no value.");
});

it("says the logged value, not the smoothed one", () => {
  const smoothed = { ...line("a", [5, 6]), faint: Float64Array.from([1, 2]) };
  expect(spokenValues({ ...ABOUT, lines: [smoothed] })).toBe("loss, step 1: a 2.");
});

it("says of more than ten lines how many more there are", () => {
  const lines = Array.from({ length: 12 }, (_, at) => line(`r${at}`, [0, at]));
  expect(spokenValues({ ...ABOUT, lines })).toContain("r9 9, 2 more lines.");
});

it("says the values once, also where the card is drawn anew in another place", async () => {
  const props = { ...ABOUT, lines: [line("adam", [3, 0.917])] };
  keySteps.value += 1;
  const { unmount } = render(<SpokenValues {...props} />);
  await expect.poll(() => announcement.value).toBe("loss, step 1: adam 0.917.");
  unmount();
  announce("Pinned");
  render(<SpokenValues {...props} />);
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(announcement.value).toBe("Pinned");
});
