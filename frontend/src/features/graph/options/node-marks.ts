/** Colours and notes that the viewer put on nodes; they are in the address, by full name. */
import { computed, type ReadonlySignal } from "@preact/signals";
import { firstCharacters, wellFormed } from "../../../lib/format/characters";
import { commitHistory, urlList } from "../../../state/address/url-state";

/** Mid-tones that are told apart as a border, and as a tint of a light and of a dark ground. */
export const SWATCHES = [
  { name: "red", colour: "#d64545" },
  { name: "orange", colour: "#dd7a1d" },
  { name: "yellow", colour: "#c9a400" },
  { name: "green", colour: "#3f9b57" },
  { name: "teal", colour: "#1d9aa0" },
  { name: "blue", colour: "#3b7fd6" },
  { name: "violet", colour: "#8a5fd0" },
  { name: "pink", colour: "#cc4f98" },
] as const;

export const LONGEST_NOTE = 1000;

const COLOUR = /^[0-9a-f]{6}$/;
const paint = urlList("paint");
const note = urlList("note");

/** Colours, `#rrggbb`, by node. */
export const paints: ReadonlySignal<ReadonlyMap<string, string>> = computed(
  () => new Map(paint.value.flatMap((text) => parsePaint(text) ?? [])),
);

/** What was written about nodes, by node. */
export const notes: ReadonlySignal<ReadonlyMap<string, string>> = computed(
  () => new Map(note.value.flatMap((text) => parseNote(text) ?? [])),
);

/** An empty colour takes the colour away. */
export function setPaint(name: string, colour: string): void {
  paint.value = printPaints(changed(paints.peek(), name, colour.toLowerCase()));
  commitHistory();
}

/** An empty text takes the note away. */
export function setNote(name: string, text: string): void {
  const kept = firstCharacters(wellFormed(text.trim()), LONGEST_NOTE);
  if (kept === (notes.peek().get(name) ?? "")) return;
  note.value = printNotes(changed(notes.peek(), name, kept));
  commitHistory();
}

/** Forgets colour and note of one node. */
export function forgetMarks(name: string): void {
  paint.value = printPaints(changed(paints.peek(), name, ""));
  note.value = printNotes(changed(notes.peek(), name, ""));
}

export function printPaints(byName: ReadonlyMap<string, string>): string[] {
  return [...byName].map(([name, colour]) => `${colour.slice(1)}:${name}`);
}

/** The name comes first, so that a link can be read; what would end it is escaped. */
export function printNotes(byName: ReadonlyMap<string, string>): string[] {
  return [...byName].map(([name, text]) => `${escaped(name)}=${text}`);
}

export function parsePaint(text: string): [[name: string, colour: string]] | undefined {
  const colour = text.slice(0, 6);
  if (!COLOUR.test(colour) || text[6] !== ":" || text.length < 8) return undefined;
  return [[text.slice(7), `#${colour}`]];
}

export function parseNote(text: string): [[name: string, note: string]] | undefined {
  const end = text.indexOf("=");
  const name = unescaped(text.slice(0, Math.max(0, end)));
  const said = text.slice(end + 1);
  if (name === "" || said.trim() === "") return undefined;
  return [[name, said]];
}

function escaped(name: string): string {
  return name.replace(/[%=]/g, (character) => (character === "=" ? "%3D" : "%25"));
}

function unescaped(text: string): string {
  return text.replace(/%3D|%25/g, (code) => (code === "%3D" ? "=" : "%"));
}

function changed(
  before: ReadonlyMap<string, string>,
  name: string,
  value: string,
): ReadonlyMap<string, string> {
  const after = new Map(before);
  after.delete(name);
  if (value !== "") after.set(name, value);
  return after;
}
