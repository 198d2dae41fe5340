import { expect, it } from "vitest";
import {
  MAX_MUTED,
  mergeMuted,
  parseMuted,
  type WarningSubject,
  withMuted,
} from "./muted-warnings";

const nan = (run: string, tag: string | null = "loss"): WarningSubject => ({
  kind: "not_finite",
  run,
  tag,
});
const muted = (...runs: string[]) => ({
  version: 1 as const,
  warnings: runs.map((run) => nan(run)),
});

it("mutes a warning once, and hears of it again", () => {
  const one = withMuted([], nan("a"), true);
  expect(withMuted(one, nan("a"), true)).toEqual([nan("a")]);
  expect(withMuted(one, nan("a", null), true)).toHaveLength(2);
  expect(withMuted(one, nan("a"), false)).toEqual([]);
});

it("keeps the last of too many", () => {
  const many = Array.from({ length: MAX_MUTED }, (_, at) => nan(`run${at}`));
  const next = withMuted(many, nan("new"), true);
  expect(next).toHaveLength(MAX_MUTED);
  expect(next[0]).toEqual(nan("run1"));
  expect(next.at(-1)).toEqual(nan("new"));
});

it("parses saved warnings, and leaves out invalid ones", () => {
  expect(parseMuted(null)).toBeUndefined();
  expect(parseMuted({ version: 2, warnings: [] })).toBeUndefined();
  const warnings = [nan("a"), { kind: "gap" }, 3, null, { ...nan("b", null), more: 1 }];
  expect(parseMuted({ version: 1, warnings })).toEqual({
    version: 1,
    warnings: [nan("a"), nan("b", null)],
  });
});

it("merges what two viewers muted and took back", () => {
  const merged = mergeMuted(muted("a", "b"), muted("b", "ours"), muted("a", "b", "theirs"));
  expect(merged).toEqual(muted("b", "theirs", "ours"));
  expect(mergeMuted(muted("a", "b"), muted("a", "b"), muted("b"))).toEqual(muted("b"));
});
