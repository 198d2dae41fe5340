import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Tag } from "../../../api/types";
import { literalPattern } from "../../../lib/filter/safe-regexp";
import { combinedCard } from "./card-spec";
import {
  MAX_TAGS,
  parseCombined,
  printCombined,
  tagsOf,
  titleOf,
  withExpression,
  withOtherSide,
  withoutTag,
  withTag,
} from "./combined-charts";

const tag = (name: string): Tag => ({
  tag: name,
  kind: "scalars",
  display_name: "",
  description: "",
  runs: [],
});
const ALL = ["acc", "loss/a", "loss/b", "lr"].map(tag);
const names = (tags: readonly Tag[]) => tags.map((one) => one.tag);

describe("a chart of several tags", () => {
  it("comes back from the address, whatever tags are called", () => {
    const listed = fc.array(fc.string(), { minLength: 1, maxLength: MAX_TAGS });
    fc.assert(
      fc.property(
        listed,
        fc.string(),
        fc.array(fc.string(), { maxLength: 9 }),
        (tags, match, right) => {
          const combined = { tags, match, right };
          expect(parseCombined(printCombined(combined))).toEqual(combined);
        },
      ),
    );
  });

  it("has expressions, which come back from the address and are removed as tags are", () => {
    const one = withExpression({ tags: ["acc"], match: "", right: [] }, "a - b");
    expect(parseCombined(printCombined(one))).toEqual(one);
    expect(titleOf(one)).toBe("acc, a - b");
    expect(withExpression(one, "a - b")).toBe(one);
    const alone = withoutTag(one, "acc");
    expect(alone && names(tagsOf(alone, ALL))).toEqual([]);
    expect(alone && withoutTag(alone, "a - b")).toBeNull();
    const card = combinedCard("id", one, ALL);
    expect(card.tags.map((own) => [own.tag, own.isExpression])).toEqual([
      ["acc", undefined],
      ["a - b", true],
    ]);
  });

  it("is none for other texts", () => {
    for (const text of ["", "null", "[]", "{}", '{"tags":[]}', '{"tags":[1]}', "{"]) {
      expect(parseCombined(text)).toBeNull();
    }
  });

  it("shows the tags listed, then those that match, each once", () => {
    const combined = { tags: ["loss/b", "gone"], match: "^loss", right: [] };
    expect(names(tagsOf(combined, ALL))).toEqual(["loss/b", "loss/a"]);
    expect(names(tagsOf({ ...combined, match: "(" }, ALL))).toEqual(["loss/b"]);
  });

  it("is called by the text that finds its tags, or by the expression", () => {
    const titled = (match: string) => titleOf({ tags: [], match, right: [] });
    expect(titled(literalPattern("Loss/"))).toBe("Loss/");
    expect(titled("^loss|acc")).toBe("/^loss|acc/");
    expect(titled("val\\/loss")).toBe("val/loss");
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (text) => {
        expect(titled(literalPattern(text))).toBe(text);
      }),
    );
  });

  it("takes tags in and out, and moves them between its axes", () => {
    const one = withTag({ tags: ["acc"], match: "", right: [] }, "lr");
    expect(withTag(one, "lr")).toBe(one);
    const other = withOtherSide(one, "lr");
    expect(other.right).toEqual(["lr"]);
    expect(withOtherSide(other, "lr").right).toEqual([]);
    expect(withoutTag(other, "lr")).toEqual({ tags: ["acc"], match: "", right: [] });
    expect(withoutTag({ tags: ["acc"], match: "", right: [] }, "acc")).toBeNull();
  });
});
