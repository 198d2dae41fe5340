/** Runs of one colour on one card have different dash patterns. */

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
