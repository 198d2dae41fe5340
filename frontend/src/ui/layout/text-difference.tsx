/** What differs between two texts, line by line. */
import { type EditedLine, lineEdits } from "../../lib/algorithms/line-edits";
import * as messages from "../messages";
import "./text-difference.css";

interface TextDifferenceProps {
  readonly before: string;
  readonly after: string;
  /** How many lines around a change are drawn; all of them where this is left out. */
  readonly context?: number;
}

const SIGNS: Record<EditedLine["kind"], string> = { added: "+", removed: "−", same: " " };

/** The lines near a change, and null once for those left out between two changes. */
export function nearChanges(lines: readonly EditedLine[], context: number): (EditedLine | null)[] {
  const isNear = lines.map(() => false);
  for (const [at, { kind }] of lines.entries()) {
    if (kind !== "same") isNear.fill(true, Math.max(0, at - context), at + context + 1);
  }
  return lines.flatMap((line, at) => {
    if (isNear[at]) return [line];
    return at === 0 || isNear[at - 1] ? [null] : [];
  });
}

export function TextDifference({ before, after, context }: TextDifferenceProps) {
  const all = lineEdits(before, after);
  if (all.every(({ kind }) => kind === "same")) {
    return <p class="ui-text-equal">{messages.textsEqual}</p>;
  }
  const lines = context === undefined ? all : nearChanges(all, context);
  return (
    <div class="ui-text-difference">
      {lines.map((line, at) =>
        line === null ? (
          <div key={at} class="left-out">
            …
          </div>
        ) : (
          <div key={at} class={line.kind}>
            <span class="ui-text-sign">{SIGNS[line.kind]}</span>
            <span>
              {line.pieces.map(({ text, isMarked }, piece) =>
                isMarked ? <mark key={piece}>{text}</mark> : text,
              )}
            </span>
          </div>
        ),
      )}
    </div>
  );
}
