import { describe, expect, it } from "vitest";
import { DecodeError, decodeColumns } from "./columns";
import { decodeHistograms, getSteps, histogramsUrl } from "./histograms";

/** A body in the binary form: the columns one after another, named in the header by `place`. */
function body(header: (place: (values: Float64Array | BigInt64Array) => object) => object) {
  const columns: (Float64Array | BigInt64Array)[] = [];
  let offset = 0;
  const json = JSON.stringify(
    header((values) => {
      const place = {
        dtype: values instanceof Float64Array ? "<f8" : "<i8",
        offset,
        length: values.length,
      };
      columns.push(values);
      offset += values.byteLength;
      return place;
    }),
  );
  const text = new TextEncoder().encode(json + " ".repeat((16 - ((4 + json.length) % 8)) % 8));
  const bytes = new Uint8Array(4 + text.length + offset);
  new DataView(bytes.buffer).setUint32(0, text.length, true);
  bytes.set(text, 4);
  let at = 4 + text.length;
  for (const column of columns) {
    bytes.set(new Uint8Array(column.buffer), at);
    at += column.byteLength;
  }
  return bytes.buffer;
}

describe("histograms", () => {
  const answer = body((place) => ({
    tag: "w",
    series: [
      {
        run: "a",
        total: 7,
        hidden: 1,
        unread: [],
        warnings: [],
        step: place(BigInt64Array.of(0n, 5n)),
        wall_time: place(Float64Array.of(10, 11)),
        bins: place(BigInt64Array.of(1n, 2n)),
        left: place(Float64Array.of(0, 1, 2)),
        right: place(Float64Array.of(1, 2, 3)),
        count: place(Float64Array.of(4, 5, 6)),
        percentiles: place(Float64Array.from({ length: 18 }, (_, at) => at)),
      },
    ],
  }));

  it("are split by step", () => {
    const { tag, series } = decodeHistograms(answer);
    expect(tag).toBe("w");
    const [first, second] = series[0]?.steps ?? [];
    expect([first?.step, first?.wallTime, first?.total]).toEqual([0, 10, 4]);
    expect([...(second?.left ?? [])]).toEqual([1, 2]);
    expect([...(second?.count ?? [])]).toEqual([5, 6]);
    expect(second?.total).toBe(11);
    expect([...(second?.percentiles ?? [])]).toEqual([9, 10, 11, 12, 13, 14, 15, 16, 17]);
  });

  it("that end early are refused", () => {
    for (const end of [0, 3, 20, answer.byteLength - 1]) {
      expect(() => decodeHistograms(answer.slice(0, end))).toThrow(DecodeError);
    }
  });

  it("without a column are refused", () => {
    const { column } = decodeColumns(body(() => ({})));
    expect(() => column({}, "left")).toThrow(DecodeError);
  });
});

it("requests open ranges and exact steps", () => {
  const query = { tag: "w", runs: ["a"], steps: 60, bins: 0, at: null, superseded: false };
  const range = { from: 5, to: Number.POSITIVE_INFINITY };
  expect(histogramsUrl({ ...query, range })).toBe(
    "api/histograms?tag=w&run=a&from=5&steps=60&bins=0",
  );
  expect(histogramsUrl({ ...query, range: null, at: [2 ** 60, 3] })).toBe(
    "api/histograms?tag=w&run=a&steps=60&at=1152921504606846976&at=3&bins=0",
  );
});

it("sends no request without tags: a filter may hide them all", async () => {
  expect(await getSteps("histograms", [], ["a"])).toEqual([]);
  expect(await getSteps("histograms", ["h"], [])).toEqual([]);
});
