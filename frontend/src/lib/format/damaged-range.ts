/** Where in a file something could not be read, and how much of the file was. */
import { countText, partOfBytesText } from "./number";

interface DamagedRange {
  readonly offset: number;
  /** Bytes that were read, of so many. */
  readonly read: number;
  readonly size: number;
}

/** `offset 64,453; read on to 1.2 of 1.3 GB`. */
export function damagedRangeText({ offset, read, size }: DamagedRange): string {
  const place = `offset ${countText(offset)}`;
  return size === 0 ? place : `${place}; read on to ${partOfBytesText(Math.min(read, size), size)}`;
}
