import { describe, expect, it } from "vitest";
import type { GraphMatch, GraphMatches } from "../../../../api/types";
import { FIRST_PAGE, MatchPages, PAGE } from "./match-pages";

function match(index: number): GraphMatch {
  const name = `op${index}`;
  return { name, node: name, scopes: [], kind: "op", op: "Add", depth: 0 };
}

function answer(total: number, offset: number): GraphMatches {
  const limit = offset === 0 ? FIRST_PAGE : PAGE;
  const length = Math.max(0, Math.min(limit, total - offset));
  const matches = Array.from({ length }, (_, at) => match(offset + at));
  return { query: "op", total, ops: total, by_type: 0, offset, matches, bound: null };
}

function pages(total: number): { pages: MatchPages; requested: number[] } {
  const requested: number[] = [];
  const fetch = async (offset: number) => {
    requested.push(offset);
    return answer(total, offset);
  };
  return { pages: new MatchPages(answer(total, 0), fetch), requested };
}

describe("pages of matches", () => {
  it("give any match, and ask for each page once", async () => {
    const { pages: all, requested } = pages(3 * PAGE + 7);
    const wanted = [0, FIRST_PAGE - 1, FIRST_PAGE, FIRST_PAGE + 1, 3 * PAGE + 6];
    const found = await Promise.all(wanted.map((index) => all.load(index)));
    expect(found.map((each) => each?.name)).toEqual(wanted.map((index) => `op${index}`));
    expect(requested).toEqual([FIRST_PAGE, FIRST_PAGE + 2 * PAGE]);
    expect(all.find(2 * PAGE)).toBeUndefined();
  });

  it("have nothing before the first and behind the last", async () => {
    const { pages: all } = pages(3);
    expect(await all.load(-1)).toBeUndefined();
    expect(await all.load(3)).toBeUndefined();
  });

  it("list what came without a gap", async () => {
    const { pages: all } = pages(4 * PAGE);
    await all.load(2 * PAGE);
    expect(all.listed()).toHaveLength(FIRST_PAGE);
    await all.loadFirst(FIRST_PAGE + PAGE);
    expect(all.listed()).toHaveLength(FIRST_PAGE + 2 * PAGE);
  });

  it("request no more once their list is closed", async () => {
    const { pages: all, requested } = pages(9 * PAGE);
    const loading = all.loadFirst(9 * PAGE);
    all.stop();
    await loading;
    await all.load(5 * PAGE);
    expect(requested.length).toBeLessThan(2);
  });

  it("ask again for what could not be had", async () => {
    let isDown = true;
    const all = new MatchPages(answer(2 * PAGE, 0), async (offset) => {
      if (isDown) throw new Error("down");
      return answer(2 * PAGE, offset);
    });
    expect(await all.load(PAGE)).toBeUndefined();
    isDown = false;
    expect((await all.load(PAGE))?.name).toBe(`op${PAGE}`);
  });
});
