/** Every point behind a card, as a file of comma-separated values or of JSON. */
import { getJson, resourceUrl } from "../../api/client";
import type { components } from "../../api/schema.gen";

type Answer = components["schemas"]["ScalarsAnswer"];
type Series = Answer["series"][number];

const HEAD = "run,tag,step,wall_time,value";

/** A name in a cell, in quotes where it must be. */
export function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Lines of one series; steps are as exact as the server says them. */
function csvLines(tag: string, run: string, series: Series): string {
  if (!series.raw) return "";
  const head = `${csvCell(run)},${csvCell(tag)}`;
  const line = (step: number | string, at: number) =>
    `${head},${step},${series.wall_time[at]},${series.value[at]}\n`;
  return series.step.map(line).join("");
}

export function csvText(answers: readonly Answer[], nameOf: (run: string) => string): string[] {
  const parts = answers.flatMap(({ tag, series }) =>
    series.map((one) => csvLines(tag, nameOf(one.run), one)),
  );
  return [`${HEAD}\n`, ...parts];
}

/** Asks for every point of some tags in some runs. Throws ApiError when the server refuses. */
export async function valuesFile(
  format: "csv" | "json",
  tags: readonly string[],
  runs: readonly string[],
  nameOf: (run: string) => string,
): Promise<Blob> {
  const urls = tags.map((tag) => resourceUrl("api/scalars", { tag, run: runs, points: 0 }));
  const answers = await Promise.all(urls.map((url) => getJson<Answer>(url)));
  if (format === "csv") return new Blob(csvText(answers, nameOf), { type: "text/csv" });
  const named = answers.map((answer) => ({
    ...answer,
    series: answer.series.map((one) => ({ name: nameOf(one.run), ...one })),
  }));
  return new Blob([JSON.stringify(named)], { type: "application/json" });
}
