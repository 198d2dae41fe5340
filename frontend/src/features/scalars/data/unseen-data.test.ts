import { describe, expect, it } from "vitest";
import { goesBeyond } from "./unseen-data";

function run(id: string, last_step: number | null, last_wall_time: number | null = null) {
  return { id, last_step, last_wall_time, first_wall_time: last_wall_time && 1000 };
}

describe("new data", () => {
  it("is what came beyond the place since", () => {
    expect(goesBeyond(50, [run("a", 80)], [run("a", 81)], "step")).toBe(true);
    expect(goesBeyond(50, [run("a", 80)], [run("a", 80)], "step")).toBe(false);
  });

  it("is none where it is in sight", () => {
    expect(goesBeyond(90, [run("a", 80)], [run("a", 90)], "step")).toBe(false);
  });

  it("is a run that was not there, but not one that was and is shown only now", () => {
    const before = [run("a", 80), run("hidden", 200)];
    expect(goesBeyond(50, before, [run("a", 80), run("hidden", 200)], "step")).toBe(false);
    expect(goesBeyond(50, before, [run("a", 80), run("new", 60)], "step")).toBe(true);
    expect(goesBeyond(50, before, [run("a", 80), run("new", null)], "step")).toBe(false);
  });

  it("is found by the times on an axis of time", () => {
    const [earlier, later] = [[run("a", 5, 1060)], [run("a", 5, 1070)]];
    expect(goesBeyond(65, earlier, later, "relative")).toBe(true);
    expect(goesBeyond(75, earlier, later, "relative")).toBe(false);
    expect(goesBeyond(1065, earlier, later, "wall_time")).toBe(true);
    expect(goesBeyond(0, [run("a", 5)], [run("a", 6)], "relative")).toBe(false);
  });
});
