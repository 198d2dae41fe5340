import fc from "fast-check";
import { expect, it } from "vitest";
import { fuzzyBest, fuzzyScore } from "./fuzzy-match";

function best(typed: string, names: string[]): string[] {
  return fuzzyBest(typed, names, (name) => [name], 10).best;
}

/** Whether the characters stand in the name in their order, the plain way. */
function isSubsequence(typed: string, name: string): boolean {
  const rest = [...name];
  return [...typed].every((character) => {
    const at = rest.indexOf(character);
    rest.splice(0, at + 1);
    return at >= 0;
  });
}

const letters = fc.string({ unit: fc.constantFrom("a", "b", "c", "/") });

it("finds the names in which the characters stand in their order, and no others", () => {
  fc.assert(
    fc.property(letters, letters, (typed, name) => {
      expect(fuzzyScore(typed, name) !== null).toBe(isSubsequence(typed, name));
    }),
  );
});

it("never ranks a scattering above the name as typed", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-c]{2,6}$/), letters, letters, (typed, before, after) => {
      const scattered = `x${[...typed].join("x")}`;
      expect(best(typed, [scattered, `x${before}${typed}${after}`.slice(0, 20)])[0]).toContain(
        typed,
      );
    }),
  );
});

it("prefers beginnings of words, and short names", () => {
  expect(best("tl", ["metal", "train/loss"])).toEqual(["train/loss", "metal"]);
  expect(best("loss", ["val/loss", "loss", "loss_scale"])[0]).toBe("loss");
  expect(best("bn", ["abcn", "batchNorm"])[0]).toBe("batchNorm");
  expect(best("train loss", ["train/loss", "loss"])).toEqual(["train/loss"]);
});

it("keeps the order of what answers as well, and says how many there are", () => {
  const names = Array.from({ length: 20 }, (_, at) => `a${at % 2}`);
  expect(fuzzyBest("", names, (name) => [name], 3)).toMatchObject({
    best: ["a0", "a1", "a0"],
    total: 20,
  });
});

it("finds what has several names by the best of them, and says how well", () => {
  const words = new Map([
    ["Export", ["Download", "SVG"]],
    ["Saved views", []],
  ]);
  const find = (typed: string) =>
    fuzzyBest(typed, [...words.keys()], (name) => [name, ...(words.get(name) ?? [])], 10);
  expect(find("svg").best).toEqual(["Export"]);
  expect(find("download").score).toBe(fuzzyScore("download", "Download"));
  expect(find("?").score).toBe(Number.NEGATIVE_INFINITY);
});
