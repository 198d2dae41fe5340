/** Saves or copies what a card shows; loaded when a viewer chooses to. */
import { resourceUrl } from "../../../api/client";
import { isNamedAxis } from "../../../api/scalars";
import { copyText } from "../../../lib/browser/clipboard";
import { download, downloadFrom } from "../../../lib/browser/download";
import { showToast } from "../../../state/base/toasts";
import { baseline, runName } from "../../../state/runs/runs";
import * as files from "../export/export-card";
import { fileName } from "../export/file-name";
import * as messages from "../messages";
import type { CardSpec } from "../options/card-spec";
import { axis, showsSuperseded, smoothing } from "../options/tab-options";
import { comparisons } from "../values/range-statistics-table";
import { cardContent, type Shown } from "./card-content";

/** What is saved: the card, and what it showed when the viewer chose. */
export interface Download {
  readonly spec: CardSpec;
  readonly shown: Shown;
}

/** The ids of the runs drawn. */
function runsOf({ drawn }: Shown): string[] {
  return [...new Set(drawn.lines.flatMap(({ runs }) => runs))];
}

export type Picture = "svg" | "png" | "tex";

/** A picture of what is drawn. */
async function pictureOf(kind: Picture, { spec, shown }: Download): Promise<Blob> {
  const content = cardContent(spec, shown);
  if (kind === "svg") return files.svgFile(content);
  return kind === "png" ? files.pngFile(content) : files.latexFile(content);
}

export async function savePicture(kind: Picture, card: Download): Promise<void> {
  const { spec, shown } = card;
  const runs = runsOf(shown).map(runName);
  const name = fileName({ title: spec.name, runs, smoothing: smoothing.peek() }, kind);
  try {
    download(await pictureOf(kind, card), name);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    showToast(messages.exportFailed(name, reason));
  }
}

export type Values = "csv" | "json" | "parquet";

/** Every point of the runs drawn, written by the server while it is sent. */
export function saveValues(format: Values, { spec, shown }: Download): void {
  const run = runsOf(shown);
  const url = resourceUrl("api/export", {
    format,
    tag: spec.tags.filter(({ isExpression }) => !isExpression).map(({ tag }) => tag),
    expression: spec.tags.filter(({ isExpression }) => isExpression).map(({ tag }) => tag),
    x: isNamedAxis(axis.peek()) ? undefined : axis.peek(),
    baseline: baseline.peek()?.id,
    run,
    superseded: showsSuperseded.peek() ? "true" : undefined,
  });
  const named = { title: spec.name, runs: run.map(runName), smoothing: null };
  downloadFrom(url, fileName(named, format));
}

export async function copyTable({ spec, shown }: Download): Promise<void> {
  const content = cardContent(spec, shown);
  const rows = comparisons(content.lines, content.nameOf, content.range);
  const isCopied = await copyText(files.markdownTable(content.title, rows));
  showToast(isCopied ? messages.tableCopied : messages.copyFailed);
}
