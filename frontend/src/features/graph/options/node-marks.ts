/** Colours and notes that the viewer put on nodes, by full name. */
import { computed, type ReadonlySignal, type Signal } from "@preact/signals";
import { firstCharacters, wellFormed } from "../../../lib/format/characters";
import type { OptionStore } from "./option-store";

/** Mid-tones that differ as a border, and as a tint of a light and of a dark ground. */
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

export const MAX_NOTE_LENGTH = 1000;

const COLOUR = /^[0-9a-f]{6}$/;

export class NodeMarks {
  /** Colours, `#rrggbb`, by node. */
  readonly paints: ReadonlySignal<ReadonlyMap<string, string>>;
  /** What was written about nodes, by node. */
  readonly notes: ReadonlySignal<ReadonlyMap<string, string>>;
  private readonly paintTexts: Signal<string[]>;
  private readonly noteTexts: Signal<string[]>;

  constructor(private readonly store: OptionStore) {
    this.paintTexts = store.list("paint");
    this.noteTexts = store.list("note");
    this.paints = computed(
      () => new Map(this.paintTexts.value.flatMap((text) => parsePaint(text) ?? [])),
    );
    this.notes = computed(
      () => new Map(this.noteTexts.value.flatMap((text) => parseNote(text) ?? [])),
    );
  }

  /** An empty colour removes the colour. */
  setPaint(name: string, colour: string): void {
    this.paintTexts.value = printPaints(changed(this.paints.peek(), name, colour.toLowerCase()));
    this.store.commit();
  }

  /** An empty text removes the note. */
  setNote(name: string, text: string): void {
    const note = firstCharacters(wellFormed(text.trim()), MAX_NOTE_LENGTH);
    if (note === (this.notes.peek().get(name) ?? "")) return;
    this.noteTexts.value = printNotes(changed(this.notes.peek(), name, note));
    this.store.commit();
  }

  /** Forgets colour and note of one node, as a part of an action. */
  forget(name: string): void {
    this.paintTexts.value = printPaints(changed(this.paints.peek(), name, ""));
    this.noteTexts.value = printNotes(changed(this.notes.peek(), name, ""));
  }
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
  const note = text.slice(end + 1);
  if (name === "" || note.trim() === "") return undefined;
  return [[name, note]];
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
