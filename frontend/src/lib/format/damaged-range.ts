/** Where in a file something could not be read, and how much of the file was. */
import * as messages from "./messages";
import { partOfBytesText } from "./number";

interface DamagedRange {
  readonly offset: number;
  /** Bytes that were read, of so many. */
  readonly read: number;
  readonly size: number;
}

/** `offset 64,453; read up to 1.2 of 1.3 GB`. */
export function damagedRangeText({ offset, read, size }: DamagedRange): string {
  if (size === 0) return messages.atOffset(offset);
  return messages.atOffsetReadTo(offset, partOfBytesText(Math.min(read, size), size));
}
