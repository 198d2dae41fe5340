import { describe, expect, it } from "vitest";
import {
  deleteView,
  MAX_VIEWS,
  mergeViews,
  namedViews,
  parseViews,
  renameView,
  withView,
} from "./saved-views";
import type { NamedView } from "./shown-view";

const views = (...names: string[]): NamedView[] =>
  names.map((name) => ({ name, search: `node=${name}` }));

describe("named views", () => {
  it("stand by name, one for each, and no more than there is room for", () => {
    expect(withView(views("b", "v10"), { name: "v9", search: "" }).map(({ name }) => name)).toEqual(
      ["b", "v9", "v10"],
    );
    expect(withView(views("a"), { name: "a", search: "new" })).toEqual([
      { name: "a", search: "new" },
    ]);
    expect(withView(views("a"), { name: "", search: "" })).toEqual(views("a"));
    const many = views(...Array.from({ length: MAX_VIEWS }, (_, i) => `v${i}`));
    expect(withView(many, { name: "x", search: "" })).toHaveLength(MAX_VIEWS);
  });

  it("have names cut between characters", () => {
    const name = `${"x".repeat(99)}😀`;
    expect(withView([], { name, search: "" })).toEqual([{ name: "x".repeat(99), search: "" }]);
  });

  it("are renamed to names that are free, and deleted", () => {
    namedViews.value = views("a", "b");
    expect(renameView("a", "b")).toBe(false);
    expect(renameView("a", " ")).toBe(false);
    expect(renameView("a", "c")).toBe(true);
    expect(namedViews.value.map(({ name }) => name)).toEqual(["b", "c"]);
    deleteView("b");
    expect(namedViews.value).toEqual([{ name: "c", search: "node=a" }]);
  });

  it("read as they were written, without what makes no sense", () => {
    const value = { version: 1, views: [...views("a"), { name: "" }, null, { name: "x" }] };
    expect(parseViews(value)?.views).toEqual(views("a"));
    expect(parseViews({ version: 2, views: [] })).toBeUndefined();
    expect(parseViews(null)).toBeUndefined();
  });

  it("of two viewers are those of both, without what either deleted", () => {
    const of = (...names: string[]) => ({ version: 1 as const, views: views(...names) });
    const merged = mergeViews(of("a", "b", "c"), of("b", "c", "ours"), of("a", "c", "theirs"));
    expect(merged.views.map(({ name }) => name)).toEqual(["c", "ours", "theirs"]);
  });
});
