/** The texts of what the palette offers for runs, which load with it. */

// group-actions
export const ungroupRuns = "Do not group runs";
export const groupRunsBy = (column: string): string => `Group runs by ${column}`;
