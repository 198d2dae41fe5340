/** Answers in their binary form: a JSON header, then the columns it points at. */

/** The body is not in the binary form. */
export class ColumnsError extends Error {
  override readonly name = "ColumnsError";
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
  /** The column that stands at a place in the header; float64 is a view, int64 is rounded. */
  readonly column: (place: unknown) => Float64Array;
}

/** Reads a whole body. */
export function decodeColumns<Header>(body: ArrayBuffer): Decoded<Header> {
  if (body.byteLength < LENGTH_BYTES) throw new ColumnsError("The answer ends before its header.");
  const start = LENGTH_BYTES + new DataView(body).getUint32(0, true);
  if (start > body.byteLength) {
    throw new ColumnsError("The answer is shorter than its header says.");
  }
  const header = parseHeader<Header>(new Uint8Array(body, LENGTH_BYTES, start - LENGTH_BYTES));
  return { header, column: (place) => columnAt(body, start, place as ColumnPlace | undefined) };
}

function parseHeader<Header>(json: Uint8Array): Header {
  try {
    return JSON.parse(new TextDecoder().decode(json)) as Header;
  } catch {
    throw new ColumnsError("The answer's header is not JSON.");
  }
}

function columnAt(body: ArrayBuffer, start: number, place: ColumnPlace | undefined): Float64Array {
  if (place === undefined) throw new ColumnsError("The answer lacks a column.");
  const { dtype, length } = place;
  const offset = start + place.offset;
  if (offset % ELEMENT_BYTES !== 0 || offset + length * ELEMENT_BYTES > body.byteLength) {
    throw new ColumnsError("A column lies outside the answer.");
  }
  if (dtype === "<f8") return new Float64Array(body, offset, length);
  if (dtype === "<i8") return Float64Array.from(new BigInt64Array(body, offset, length), Number);
  throw new ColumnsError(`A column has the unknown type ${dtype}.`);
}
