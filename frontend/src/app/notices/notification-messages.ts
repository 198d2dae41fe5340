/** The texts of notifications, which come with their code. */

export const runEnded = {
  done: "Run done",
  failed: "Run failed",
  inactive: "Run inactive",
} as const;
export const warningOf = (series: string): string => `Warning: ${series}`;
