import { expect, it } from "vitest";
import { csvCell, csvText } from "./card-values";

it("has a line for each point, with steps and values as the server says them", () => {
  const series = {
    run: "id",
    total: 2,
    nan: 1,
    inf: 0,
    hidden: 0,
    undated: 0,
    restarts: [],
    raw: true as const,
    x: null,
    step: [1, "9007199254740993"],
    wall_time: [1.5, 2],
    value: [0.1, "NaN" as const],
  };
  const text = csvText([{ tag: "a,b", x: "step", series: [series] }], () => "run 1").join("");
  expect(text).toBe(
    'run,tag,step,wall_time,value\nrun 1,"a,b",1,1.5,0.1\nrun 1,"a,b",9007199254740993,2,NaN\n',
  );
});

it("puts names into quotes that would break a line", () => {
  expect(["plain", 'a"b', "a\nb"].map(csvCell)).toEqual(["plain", '"a""b"', '"a\nb"']);
});
