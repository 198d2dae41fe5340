/** What the export menu does: pictures and data of what is drawn, and data of what was logged. */

import { resourceUrl } from "../../../api/client";
import type { Graph } from "../../../api/types";
import { download, downloadFrom } from "../../../lib/browser/download";
import { showToast } from "../../../state/base/toasts";
import { fileStem } from "../../../state/graphs/file-stem";
import { graphTitle } from "../../../state/graphs/graph-title";
import type { ColourBy } from "../options/colour-by";
import type { ColourLegend } from "../overlays/colour/colour-session";
import type { MeasureText } from "../scene/node-size";
import type { Scene } from "../scene/scene";
import { explainColours } from "./colour-legend";
import { dotText } from "./dot";
import { viewGraph } from "./drawn-graph";
import { areaOf, boxesOf, type Part } from "./export-area";
import { viewJson } from "./json";
import { lightPalette } from "./light-theme";
import * as messages from "./messages";
import { composePicture, type Picture, wholeScene } from "./picture";
import { pngPicture, pngScale } from "./png";
import { printPicture } from "./print";
import { svgPicture } from "./svg";

export type PictureForm = "svg" | "print" | 1 | 2 | 3 | 4;
export type DataForm = "dot" | "graphml" | "gexf" | "json" | "pbtxt";

/** Long enough to read a sentence or two. */
const TOAST_MS = 6_000;

/** A part of what is drawn of a graph. */
export interface ExportSource {
  readonly graph: Graph;
  readonly scene: Scene;
  readonly part: Part;
  readonly by: ColourBy;
  readonly legend: ColourLegend;
  readonly measure: MeasureText;
}

/** Tells what went wrong, if anything does. */
export async function exportPicture(source: ExportSource, form: PictureForm): Promise<void> {
  try {
    await makePicture(source, form);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    showToast(messages.imageFailed(why), TOAST_MS);
  }
}

async function makePicture(source: ExportSource, form: PictureForm): Promise<void> {
  const { graph, scene, part, by, legend, measure } = source;
  const colours = explainColours(by, legend);
  const area = areaOf(scene, part) ?? wholeScene(scene);
  const title = graphTitle(graph);
  const picture = composePicture(
    scene,
    area,
    title,
    detailsOf(source, colours.text),
    colours.keys,
    measure,
    // What is in view looks as it does there.
    part.kind === "view" ? part.camera.scale : 1,
  );
  const palette = lightPalette();
  if (typeof form === "number") return savePng(source, picture, form);
  const svg = svgPicture(picture, palette, measure);
  if (form === "print") return printPicture(svg, title);
  download(new Blob([svg], { type: "image/svg+xml" }), `${stemOf(source)}.svg`);
}

async function savePng(source: ExportSource, picture: Picture, wanted: number): Promise<void> {
  const scale = pngScale(picture, wanted);
  const png = await pngPicture(picture, scale, lightPalette(), source.measure);
  download(png, `${stemOf(source)}.png`);
  if (scale === wanted) return;
  const times = scale.toPrecision(2);
  showToast(messages.tooLargePng(wanted, times), TOAST_MS);
}

/** The data of what is drawn. */
export function exportView(source: ExportSource, form: "dot" | "json"): void {
  const { graph, scene, part } = source;
  const view = viewGraph(scene, boxesOf(scene, part));
  const text = form === "dot" ? dotText(view, graphTitle(graph)) : viewJson(view, graph);
  const type = form === "dot" ? "text/vnd.graphviz" : "application/json";
  download(new Blob([text], { type }), `${stemOf(source)}-view.${form}`);
}

/** The graph as it was logged, or one scope of it: all ops, whatever is open. */
export function exportLogged(graph: Graph, scope: string, form: DataForm): void {
  const path = `api/graphs/${encodeURIComponent(graph.id)}/export`;
  const url = resourceUrl(path, { format: form, scope: scope || undefined });
  downloadFrom(url, `${fileStem(graph, scope)}.${form}`);
}

function detailsOf({ graph, scene, part }: ExportSource, colours: string): string {
  const shown = boxesOf(scene, part).filter((box) => !box.isOpen).length;
  const where = part.kind === "scope" ? messages.insideScope(part.name) : "";
  return [messages.nodesOfOps(shown, graph.nodes), where, colours].filter(Boolean).join(" · ");
}

function stemOf({ graph, part }: ExportSource): string {
  return fileStem(graph, part.kind === "scope" ? part.name : "");
}
