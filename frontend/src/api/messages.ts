/** The texts of requests that fail. */

// client
export const notIncluded = "Not included in this report.";
export const serverAnswered = (status: number): string => `The server responded with ${status}.`;
export const noResponse = "The server does not respond.";

// columns
export const noHeader = "Invalid response: it ends before its header.";
export const shortResponse = "Invalid response: it is shorter than its header states.";
export const headerNotJson = "Invalid response: its header is not JSON.";
export const missingColumn = (name: string): string =>
  `Invalid response: column ${name} is missing.`;
export const columnOutside = (name: string): string =>
  `Invalid response: column ${name} is out of bounds.`;
export const unknownType = (name: string, type: string | undefined): string =>
  `Invalid response: column ${name} has the unknown type ${type}.`;
