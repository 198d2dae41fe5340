/** What differs between two texts: line by line, and within lines that changed, word by word. */
import { differences, type Edit } from "./myers-diff";

export interface EditedLine {
  readonly kind: Edit["kind"];
  /** The line in pieces; those that are not the same as in its counterpart are marked. */
  readonly pieces: readonly { readonly text: string; readonly isMarked: boolean }[];
}

function wordsOf(line: string): string[] {
  return line.match(/\s+|\w+|[^\s\w]/gu) ?? [];
}

function wholeLine({ kind, text }: Edit): EditedLine {
  return { kind, pieces: [{ text, isMarked: false }] };
}

/** A line and the one that took its place. */
function pairedLines(removed: string, added: string): [EditedLine, EditedLine] {
  const edits = differences(wordsOf(removed), wordsOf(added));
  const line = (kind: "removed" | "added"): EditedLine => ({
    kind,
    pieces: edits
      .filter((edit) => edit.kind === kind || edit.kind === "same")
      .map((edit) => ({ text: edit.text, isMarked: edit.kind === kind })),
  });
  return [line("removed"), line("added")];
}

/** Lines removed and lines added in their place, as many of which as there are of both in pairs. */
function changedLines(removed: readonly Edit[], added: readonly Edit[]): EditedLine[] {
  const pairs = removed
    .slice(0, added.length)
    .map((edit, at) => pairedLines(edit.text, added[at]?.text ?? ""));
  return [
    ...pairs.map(([before]) => before),
    ...removed.slice(pairs.length).map(wholeLine),
    ...pairs.map(([, after]) => after),
    ...added.slice(pairs.length).map(wholeLine),
  ];
}

/** A text without a character has no line. */
function linesOf(text: string): string[] {
  return text === "" ? [] : text.split("\n");
}

export function lineEdits(before: string, after: string): EditedLine[] {
  const lines: EditedLine[] = [];
  let removed: Edit[] = [];
  let added: Edit[] = [];
  const settle = () => {
    lines.push(...changedLines(removed, added));
    removed = [];
    added = [];
  };
  for (const edit of differences(linesOf(before), linesOf(after))) {
    if (edit.kind === "removed") removed.push(edit);
    else if (edit.kind === "added") added.push(edit);
    else {
      settle();
      lines.push(wholeLine(edit));
    }
  }
  settle();
  return lines;
}
