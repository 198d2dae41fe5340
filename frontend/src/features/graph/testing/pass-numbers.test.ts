import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const LAYOUT = new URL("../layout/", import.meta.url);

it("numbers the passes of the layout one by one", () => {
  const modules = readdirSync(LAYOUT, { recursive: true, encoding: "utf8" }).filter((name) =>
    /(?<!\.test)\.ts$/.test(name),
  );
  const numbers = modules.flatMap((name) => {
    const [, number] = /^ \* Pass (\d+):/m.exec(readFileSync(new URL(name, LAYOUT), "utf8")) ?? [];
    return number === undefined ? [] : [Number(number)];
  });
  expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, i) => i + 1));
});
