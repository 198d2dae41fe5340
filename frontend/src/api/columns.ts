/** Answers in their binary form: a JSON header, then the columns it points at. */

/** The body is not in the binary form. */
export class DecodeError extends Error {
  override readonly name = "DecodeError";
}

interface ColumnPlace {
  readonly dtype: string;
  /** Bytes from the end of the header. */
  readonly offset: number;
  /** Number of elements. */
  readonly length: number;
}

const LENGTH_BYTES = 4;
const ELEMENT_BYTES = 8;

export interface Decoded<Header> {
  readonly header: Header;
  /** The column of a name in an object of the header; float64 is a view, int64 is rounded. */
  readonly column: (of: Readonly<Record<string, unknown>>, name: string) => Float64Array;
}

/** Reads a whole body. */
export function decodeColumns<Header>(body: ArrayBuffer): Decoded<Header> {
  const start = headerEnd(body);
  const header = parseHeader<Header>(new Uint8Array(body, LENGTH_BYTES, start - LENGTH_BYTES));
  const column: Decoded<Header>["column"] = (of, name) =>
    columnAt(body, start, name, of[name] as ColumnPlace | undefined);
  return { header, column };
}

function headerEnd(body: ArrayBuffer): number {
  if (body.byteLength < LENGTH_BYTES) throw new DecodeError("The answer ends before its header.");
  const end = LENGTH_BYTES + new DataView(body).getUint32(0, true);
  if (end > body.byteLength) throw new DecodeError("The answer is shorter than its header says.");
  return end;
}

function parseHeader<Header>(json: Uint8Array): Header {
  try {
    return JSON.parse(new TextDecoder().decode(json)) as Header;
  } catch {
    throw new DecodeError("The answer's header is not JSON.");
  }
}

function columnAt(
  body: ArrayBuffer,
  start: number,
  name: string,
  place: ColumnPlace | undefined,
): Float64Array {
  if (place === undefined) throw new DecodeError(`The answer lacks the column ${name}.`);
  const { dtype, length } = place;
  const offset = start + place.offset;
  if (offset % ELEMENT_BYTES !== 0 || offset + length * ELEMENT_BYTES > body.byteLength) {
    throw new DecodeError(`The column ${name} lies outside the answer.`);
  }
  if (dtype === "<f8") return new Float64Array(body, offset, length);
  if (dtype === "<i8") return Float64Array.from(new BigInt64Array(body, offset, length), Number);
  throw new DecodeError(`The column ${name} has the unknown type ${dtype}.`);
}
