/** Isolated points as the address has them: `matching:TEXT`, or `near:ROW:COUNT:DISTANCE`. */
import type { Isolation } from "../../api/projector";

export function printIsolation(isolation: Isolation): string {
  if (isolation.kind === "matching") return `matching:${isolation.text}`;
  return `near:${isolation.row}:${isolation.count}:${isolation.distance}`;
}

/** Null for anything else. */
export function parseIsolation(text: string): Isolation | null {
  const wanted = /^matching:(.*\S.*)$/s.exec(text)?.[1];
  if (wanted !== undefined) return { kind: "matching", text: wanted };
  const near = /^near:(\d{1,9}):(\d{1,3}):(cosine|euclidean)$/.exec(text);
  if (near === null) return null;
  const [, row, count, distance] = near;
  return {
    kind: "near",
    row: Number(row),
    count: Math.min(200, Math.max(1, Number(count))),
    distance: distance === "euclidean" ? "euclidean" : "cosine",
  };
}
