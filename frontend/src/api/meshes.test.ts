import { expect, test } from "vitest";
import { DecodeError } from "./columns";
import { decodeMesh } from "./meshes";

const HEAD = { step: 3, values: 1, samples: 2, notes: [] };
const POSITIONS = { dtype: "<f4", offset: 0, length: 6 };
const FACES = { dtype: "<u4", offset: 24, length: 3 };
const COLOURS = { dtype: "|u1", offset: 40, length: 6 };

function body(header: object): ArrayBuffer {
  const text = new TextEncoder().encode(JSON.stringify(header));
  const end = Math.ceil((4 + text.length) / 8) * 8;
  const bytes = new Uint8Array(end + 48).fill(0x20, 4, end);
  new DataView(bytes.buffer).setUint32(0, end - 4, true);
  bytes.set(text, 4);
  new Float32Array(bytes.buffer, end, 6).set([0, 1, 2, 3, 4, 5]);
  new Uint32Array(bytes.buffer, end + 24, 3).set([0, 1, 1]);
  bytes.set([9, 8, 7, 6, 5, 4], end + 40);
  return bytes.buffer;
}

test("a mesh is views of the answer's columns", () => {
  const mesh = decodeMesh(body({ ...HEAD, positions: POSITIONS, faces: FACES, colours: COLOURS }));
  expect([...mesh.positions]).toEqual([0, 1, 2, 3, 4, 5]);
  expect([...mesh.faces]).toEqual([0, 1, 1]);
  expect([...(mesh.colours ?? [])]).toEqual([9, 8, 7, 6, 5, 4]);
  expect([mesh.step, mesh.samples]).toEqual([3, 2]);
});

test("a mesh may have no colours", () => {
  const header = { ...HEAD, positions: POSITIONS, faces: FACES, colours: null };
  expect(decodeMesh(body(header)).colours).toBeNull();
});

test.each([
  ["beyond the answer", { ...FACES, length: 30 }],
  ["across elements", { ...FACES, offset: 26 }],
  ["of another type", { ...FACES, dtype: "<f4" }],
  ["missing", undefined],
])("a column %s is refused", (_, faces) => {
  const header = { ...HEAD, positions: POSITIONS, faces, colours: null };
  expect(() => decodeMesh(body(header))).toThrow(DecodeError);
});
