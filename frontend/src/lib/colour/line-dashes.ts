/** How lines are dashed, so that they differ without their colours too. */

/** Strokes and gaps in CSS pixels, by a line's `dash`; the first is solid. */
export const DASHES: readonly (readonly number[])[] = [[], [7, 4], [2, 3.5], [9, 3, 2, 3], [16, 4]];

/** The strokes and gaps of a line; beyond the last pattern they begin anew. */
export function dashLengths(dash: number): readonly number[] {
  return DASHES[dash % DASHES.length] as readonly number[];
}

export interface DashedLine {
  readonly colour: string;
  /** How the line is dashed wherever it stands; 0 is solid. */
  readonly dash: number;
}

/** How each line is dashed: as it is elsewhere, or as no line of its colour before it is. */
export function countDashes(lines: readonly DashedLine[]): number[] {
  // Where there is no other line, a solid one reads best.
  if (lines.length === 1) return [0];
  const used = new Set<string>();
  return lines.map(({ colour, dash }) => {
    let free = dash;
    if (used.has(`${colour} ${free}`)) free = 0;
    while (used.has(`${colour} ${free}`)) free += 1;
    used.add(`${colour} ${free}`);
    return free;
  });
}
