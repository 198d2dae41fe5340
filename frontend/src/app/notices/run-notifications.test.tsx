import { beforeEach, describe, expect, it, vi } from "vitest";
import { notifies } from "../../state/base/notifications";
import { runOf, serveRuns } from "../../state/testing/serve-runs";
import { endedSince, experimentStates, start } from "./run-notifications";

describe("what has ended", () => {
  it("is what ran before and does no longer, by experiment", () => {
    const states = (train: "running" | "done", evaluation: "failed" | "running" | "done") =>
      experimentStates([
        { training: "a", state: train },
        { training: "a", state: evaluation },
      ]);
    const [running, failed] = [states("done", "running"), states("done", "failed")];
    expect(endedSince(running, failed)).toEqual([{ key: "a", title: "Run failed", body: "a" }]);
    expect(endedSince(running, running)).toEqual([]);
    expect(endedSince(failed, states("done", "done"))).toEqual([]);
    expect(endedSince(new Map(), failed)).toEqual([]);
  });
});

describe("notifications", () => {
  const shown: string[] = [];

  class Shown {
    static permission = "granted";
    onclick: (() => void) | null = null;
    constructor(title: string, { body }: { body: string }) {
      shown.push(`${title}: ${body}`);
    }
  }

  beforeEach(() => {
    shown.length = 0;
    vi.stubGlobal("Notification", Shown);
  });

  it("come while the page is out of sight, of what is new", async () => {
    const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    await serveRuns([runOf("a", { state: "running" }), runOf("b", { state: "failed" })]);
    notifies.value = true;
    start();
    expect(shown).toEqual([]);
    await serveRuns([runOf("a", { state: "done" }), runOf("b", { state: "failed" })]);
    await expect.poll(() => shown).toEqual(["Run done: a"]);
    hidden.mockReturnValue(false);
    await serveRuns([runOf("a", { state: "running" }), runOf("b", { state: "failed" })]);
    await serveRuns([runOf("a", { state: "failed" }), runOf("b", { state: "failed" })]);
    expect(shown).toHaveLength(1);
  });
});
