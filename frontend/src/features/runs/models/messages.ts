/** The texts of what opens the models of runs, which is late code. */

export const showModel = (name: string): string => `${name}: show the graph`;
export const compareModels = (name: string, other: string): string =>
  `${name}: show what differs from ${other}`;
