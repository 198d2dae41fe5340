import { describe, expect, it } from "vitest";
import { nextItem, TypeAhead } from "./menu-keys";

describe("keys that lead through a menu", () => {
  it("go round, and to its ends", () => {
    expect(nextItem("ArrowDown", 0, 3)).toBe(1);
    expect(nextItem("ArrowDown", 2, 3)).toBe(0);
    expect(nextItem("ArrowUp", 0, 3)).toBe(2);
    expect(nextItem("Home", 2, 3)).toBe(0);
    expect(nextItem("End", 0, 3)).toBe(2);
  });

  it("go from none to the first or the last, and nowhere in an empty menu", () => {
    expect(nextItem("ArrowDown", -1, 3)).toBe(0);
    expect(nextItem("ArrowUp", -1, 3)).toBe(2);
    expect(nextItem("ArrowDown", -1, 0)).toBeUndefined();
  });

  it("are no others: a menu has no columns", () => {
    for (const key of ["ArrowLeft", "ArrowRight", "Enter"]) {
      expect(nextItem(key, 1, 3)).toBeUndefined();
    }
  });
});

describe("letters in a menu", () => {
  const names = ["Save", "Share", "Copy", "spread", "Élan"];

  it("lead to the next name that begins so, and round", () => {
    const typing = new TypeAhead();
    expect(typing.find("s", 0, names, -1)).toBe(0);
    expect(typing.find("s", 1000, names, 0)).toBe(1);
    expect(typing.find("S", 2000, names, 1)).toBe(3);
    expect(typing.find("s", 3000, names, 3)).toBe(0);
    expect(typing.find("é", 4000, names, 3)).toBe(4);
  });

  it("lead on where one is typed again at once", () => {
    const typing = new TypeAhead();
    expect(typing.find("s", 0, names, 2)).toBe(3);
    expect(typing.find("s", 100, names, 3)).toBe(0);
  });

  it("are one name when typed in one go, and another after a pause", () => {
    const typing = new TypeAhead();
    expect(typing.find("s", 0, names, -1)).toBe(0);
    expect(typing.find("h", 100, names, 0)).toBe(1);
    expect(typing.find("a", 200, names, 1)).toBe(1);
    expect(typing.find("c", 900, names, 1)).toBe(2);
  });

  it("lead nowhere where no name begins so", () => {
    expect(new TypeAhead().find("x", 0, names, 1)).toBeUndefined();
    expect(new TypeAhead().find("x", 0, [], -1)).toBeUndefined();
  });
});
