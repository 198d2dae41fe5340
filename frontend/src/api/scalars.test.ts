import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DecodeError } from "./columns";
import { decodeScalars } from "./scalars";

type Column =
  | { dtype: "<f8"; values: readonly number[] }
  | { dtype: "<i8"; values: readonly bigint[] };
type Part = Record<string, unknown>;

/** The binary form, written as the server writes it: header, spaces, then columns of 8-byte items. */
function encode(series: readonly { head: Part; columns: Record<string, Column> }[]): ArrayBuffer {
  let size = 0;
  const described = series.map(({ head, columns }) => {
    const part: Part = { ...head };
    for (const [name, { dtype, values }] of Object.entries(columns)) {
      part[name] = { dtype, offset: size, length: values.length };
      size += values.length * 8;
    }
    return part;
  });
  const header = JSON.stringify({ tag: "loss", x: "step", series: described });
  const start = Math.ceil((4 + header.length) / 8) * 8;
  const body = new ArrayBuffer(start + size);
  new DataView(body).setUint32(0, start - 4, true);
  new Uint8Array(body, 4).set(new TextEncoder().encode(header.padEnd(start - 4)));
  let offset = start;
  for (const { dtype, values } of series.flatMap(({ columns }) => Object.values(columns))) {
    if (dtype === "<f8") new Float64Array(body, offset, values.length).set(values);
    else new BigInt64Array(body, offset, values.length).set(values);
    offset += values.length * 8;
  }
  return body;
}

const raw = (step: bigint[], wall: number[], value: number[]) => ({
  head: {
    run: "r",
    total: step.length,
    nan: 0,
    inf: 0,
    hidden: 3,
    undated: 0,
    restarts: [10],
    whole: true,
    before: 1,
    after: 0,
    raw: true,
  },
  columns: {
    step: { dtype: "<i8", values: step },
    wall_time: { dtype: "<f8", values: wall },
    value: { dtype: "<f8", values: value },
  } satisfies Record<string, Column>,
});

describe("decodeScalars", () => {
  it("reads points, with values that are not finite as they are", () => {
    const body = encode([
      raw([0n, 10n, 20n], [5.5, 6.5, 7.5], [1, Number.NaN, Number.NEGATIVE_INFINITY]),
    ]);
    const [series] = decodeScalars(body).series;
    expect(series).toEqual({
      run: "r",
      total: 3,
      nan: 0,
      inf: 0,
      hidden: 3,
      undated: 0,
      restarts: [10],
      whole: true,
      before: 1,
      after: 0,
      smoothed: null,
      raw: true,
      x: null,
      step: Float64Array.of(0, 10, 20),
      wall_time: Float64Array.of(5.5, 6.5, 7.5),
      value: Float64Array.of(1, Number.NaN, Number.NEGATIVE_INFINITY),
    });
  });

  it("reads buckets beside points", () => {
    const column = (...values: number[]): Column => ({ dtype: "<f8", values });
    const buckets = {
      head: { run: "b", total: 9, nan: 1, inf: 0, hidden: 0, undated: 0, raw: false },
      columns: {
        x: column(1, 2),
        min: column(-1, 0),
        max: column(4, 5),
        mean: column(1, 2),
        first: column(0, 1),
        last: column(2, 3),
        count: { dtype: "<i8", values: [4n, 5n] } satisfies Column,
      },
    };
    const counts = { nans: column(1, 0), infs: column(0, 2), negative_infs: column(0, 1) };
    const odd = { ...buckets, columns: { ...buckets.columns, ...counts } };
    const { tag, x, series } = decodeScalars(encode([raw([1n], [2], [3]), buckets, odd]));
    expect([tag, x, series.length]).toEqual(["loss", "step", 3]);
    expect(series[1]).toMatchObject({
      run: "b",
      nan: 1,
      raw: false,
      count: Float64Array.of(4, 5),
      max: Float64Array.of(4, 5),
      odd: null,
    });
    expect(series[2]).toMatchObject({
      odd: {
        nans: Float64Array.of(1, 0),
        infs: Float64Array.of(0, 2),
        negativeInfs: Float64Array.of(0, 1),
      },
    });
  });

  it("brings every column back", () => {
    const points = fc.array(fc.tuple(fc.integer(), fc.double(), fc.double()));
    fc.assert(
      fc.property(points, (rows) => {
        const value = rows.map(([, , one]) => one);
        const step = rows.map(([one]) => one);
        const body = encode([
          raw(
            step.map(BigInt),
            rows.map(([, wall]) => wall),
            value,
          ),
        ]);
        const [series] = decodeScalars(body).series;
        expect(series?.raw && [...series.step]).toEqual(step);
        expect(series?.raw && [...series.value]).toEqual(value);
      }),
    );
  });

  it("refuses every answer that was cut short", () => {
    const body = encode([raw([1n, 2n], [3, 4], [5, 6])]);
    for (let size = 0; size < body.byteLength; size += 1) {
      expect(() => decodeScalars(body.slice(0, size)), `${size} bytes`).toThrow(DecodeError);
    }
  });

  it("names a column of a type it does not know", () => {
    const body = encode([raw([1n], [2], [3])]);
    const text = new Uint8Array(body);
    const at = new TextDecoder().decode(text).indexOf("<i8");
    text.set(new TextEncoder().encode("<u2"), at);
    expect(() => decodeScalars(body)).toThrow("column step has the unknown type <u2.");
  });
});
