/** Answers in their binary form: a JSON header, then the columns it points at. */
import * as messages from "./messages";

/** The body is not in the binary form. */
export class DecodeError extends Error {
  override readonly name = "DecodeError";
}

interface ColumnRange {
  readonly dtype: string;
  /** Bytes from the end of the header. */
  readonly offset: number;
  /** Number of elements. */
  readonly length: number;
}

const LENGTH_BYTES = 4;
const ELEMENT_BYTES = { "<f8": 8, "<i8": 8, "<f4": 4, "<u4": 4, "|u1": 1 } as const;

export interface Decoded<Header> {
  readonly header: Header;
  /** The column of a name in an object of the header; float64 is a view, int64 is rounded. */
  readonly column: (of: Readonly<Record<string, unknown>>, name: string) => Float64Array;
  /** What a typed array that views a column is made of; its elements have to be of `dtype`. */
  readonly bytes: (
    of: Readonly<Record<string, unknown>>,
    name: string,
    dtype: keyof typeof ELEMENT_BYTES,
  ) => [body: ArrayBuffer, offset: number, length: number];
}

/** Reads a whole body. */
export function decodeColumns<Header>(body: ArrayBuffer): Decoded<Header> {
  const start = headerEnd(body);
  const header = parseHeader<Header>(new Uint8Array(body, LENGTH_BYTES, start - LENGTH_BYTES));
  const column: Decoded<Header>["column"] = (of, name) =>
    columnAt(body, start, name, of[name] as ColumnRange | undefined);
  const bytes: Decoded<Header>["bytes"] = (of, name, dtype) => {
    const place = of[name] as ColumnRange | undefined;
    if (place !== undefined && place.dtype !== dtype) throw unknownType(name, place.dtype);
    return bytesAt(body, start, name, place);
  };
  return { header, column, bytes };
}

function headerEnd(body: ArrayBuffer): number {
  if (body.byteLength < LENGTH_BYTES) throw new DecodeError(messages.noHeader);
  const end = LENGTH_BYTES + new DataView(body).getUint32(0, true);
  if (end > body.byteLength) throw new DecodeError(messages.shortResponse);
  return end;
}

function parseHeader<Header>(json: Uint8Array): Header {
  try {
    return JSON.parse(new TextDecoder().decode(json)) as Header;
  } catch {
    throw new DecodeError(messages.headerNotJson);
  }
}

function columnAt(
  body: ArrayBuffer,
  start: number,
  name: string,
  place: ColumnRange | undefined,
): Float64Array {
  const view = bytesAt(body, start, name, place);
  if (place?.dtype === "<f8") return new Float64Array(...view);
  if (place?.dtype === "<i8") return Float64Array.from(new BigInt64Array(...view), Number);
  throw unknownType(name, place?.dtype);
}

function bytesAt(
  body: ArrayBuffer,
  start: number,
  name: string,
  place: ColumnRange | undefined,
): [ArrayBuffer, number, number] {
  if (place === undefined) throw new DecodeError(messages.missingColumn(name));
  const size = new Map<string, number>(Object.entries(ELEMENT_BYTES)).get(place.dtype);
  if (size === undefined) throw unknownType(name, place.dtype);
  const offset = start + place.offset;
  if (offset % size !== 0 || offset + place.length * size > body.byteLength) {
    throw new DecodeError(messages.columnOutside(name));
  }
  return [body, offset, place.length];
}

function unknownType(name: string, dtype: string | undefined): DecodeError {
  return new DecodeError(messages.unknownType(name, dtype));
}
