/** Answers in their binary form, cut and joined: what the server does for a question of its own. */
import { decodeColumns } from "../api/columns";

interface ColumnRange {
  readonly dtype: string;
  readonly offset: number;
  readonly length: number;
}

/** A series of an answer: what it says in words, and where its columns stand. */
export type SeriesHeader = Readonly<Record<string, unknown>> & { readonly run: string };

export interface Opened {
  readonly header: Readonly<Record<string, unknown>> & { readonly series: readonly SeriesHeader[] };
  /** All columns, as they stand behind the header. */
  readonly columns: Uint8Array<ArrayBuffer>;
  /** A column of a series as numbers. */
  readonly numbers: (series: SeriesHeader, name: string) => Float64Array;
}

const LENGTH_BYTES = 4;
const ALIGNMENT = 8;

export function openAnswer(body: ArrayBuffer): Opened {
  const { header, column } = decodeColumns<Opened["header"]>(body);
  const start = LENGTH_BYTES + new DataView(body).getUint32(0, true);
  return { header, columns: new Uint8Array(body, start), numbers: column };
}

export function closeAnswer(
  header: Opened["header"],
  columns: readonly Uint8Array<ArrayBuffer>[],
): Promise<ArrayBuffer> {
  const words = new TextEncoder().encode(JSON.stringify(header));
  const padding = (ALIGNMENT - ((LENGTH_BYTES + words.length) % ALIGNMENT)) % ALIGNMENT;
  const length = new DataView(new ArrayBuffer(LENGTH_BYTES));
  length.setUint32(0, words.length + padding, true);
  return new Blob([length, words, " ".repeat(padding), ...columns]).arrayBuffer();
}

function isColumnRange(value: unknown): value is ColumnRange {
  return typeof value === "object" && value !== null && "offset" in value && "dtype" in value;
}

/** The series with each of its columns changed. */
function withPlaces(
  series: SeriesHeader,
  change: (place: ColumnRange, name: string) => ColumnRange,
): SeriesHeader {
  const pairs = Object.entries(series).map(([name, value]) => [
    name,
    isColumnRange(value) ? change(value, name) : value,
  ]);
  return Object.fromEntries(pairs) as SeriesHeader;
}

/** A part of a column, counted in elements of eight bytes. */
export interface Part {
  readonly begin: number;
  readonly end: number;
}

/** The series with only a part of each column; `partOf` says which. */
export function cutSeries(series: SeriesHeader, partOf: (name: string) => Part): SeriesHeader {
  return withPlaces(series, (place, name) => {
    const { begin, end } = partOf(name);
    return { ...place, offset: place.offset + ALIGNMENT * begin, length: end - begin };
  });
}

/** One answer of the series of several. */
export function joined(answers: readonly Opened[]): Promise<ArrayBuffer> {
  const series: SeriesHeader[] = [];
  let offset = 0;
  for (const { header, columns } of answers) {
    const shift = offset;
    series.push(
      ...header.series.map((own) =>
        withPlaces(own, (place) => ({ ...place, offset: place.offset + shift })),
      ),
    );
    offset += columns.length;
  }
  const [first] = answers;
  return closeAnswer(
    { ...first?.header, series },
    answers.map(({ columns }) => columns),
  );
}
