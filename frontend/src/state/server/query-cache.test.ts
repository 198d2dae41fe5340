import { describe, expect, it } from "vitest";
import { AnswerCache } from "./query-cache";

describe("a cache of answers", () => {
  it("asks each question once and tells of answers", async () => {
    const cache = new AnswerCache<number>(10);
    let asked = 0;
    const fetch = async () => {
      asked += 1;
      return 7;
    };
    cache.request("a", fetch);
    cache.request("a", fetch);
    expect(cache.findData("a")).toBeUndefined();
    await Promise.resolve();
    await Promise.resolve();
    expect(asked).toBe(1);
    expect(cache.findData("a")).toBe(7);
    expect(cache.changes.value).toBe(1);
  });

  it("keeps what failed until it is forgotten", async () => {
    const cache = new AnswerCache<number>(10);
    cache.request("a", () => Promise.reject(new Error("no")));
    await new Promise((done) => setTimeout(done));
    expect(cache.find("a")).toMatchObject({ state: "failed" });
    cache.forgetFailed();
    expect(cache.find("a")).toBeUndefined();
  });

  it("forgets what was asked for first, and takes no late answer to it", async () => {
    const cache = new AnswerCache<string>(2);
    for (const key of ["a", "b", "c"]) cache.request(key, async () => key);
    await new Promise((done) => setTimeout(done));
    expect(["a", "b", "c"].map((key) => cache.findData(key))).toEqual([undefined, "b", "c"]);
  });
});
