/** Exports of a card: its data as CSV and JSON, its image as PNG and SVG. */

import { type Histograms, histogramsUrl } from "../../../api/histograms";
import { download, downloadFrom } from "../../../lib/browser/download";
import { fileStem } from "../../../lib/format/file-name";
import { boot } from "../../../state/base/boot";
import { runName } from "../../../state/runs/runs";
import { stepRange } from "../../../state/tags/selected-step";
import { MenuButton, MenuItem } from "../../../ui/popover/menu-button";
import * as messages from "../messages";
import { showsSuperseded } from "../options/tab-options";
import type { Facet } from "../plot/facet";
import type { Size } from "./distribution-plot";
import { distributionCsv } from "./text-summary";

/** As many steps as the server gives at once. */
const MAX_STEPS = 2000;

interface ExportMenuProps {
  readonly histograms: Histograms;
  readonly facets: readonly Facet[];
  readonly size: Size;
}

export function ExportMenu({ histograms, facets, size }: ExportMenuProps) {
  const { tag, series } = histograms;
  const saveCsv = () =>
    download(
      new Blob([distributionCsv(histograms, runName)], { type: "text/csv" }),
      `${fileStem(tag)}.csv`,
    );
  const saveJson = () => {
    const runs = series.map(({ run }) => run);
    const all = { tag, runs, range: stepRange.peek(), steps: MAX_STEPS, at: null, bins: 0 };
    const query = { ...all, superseded: showsSuperseded.peek() };
    downloadFrom(histogramsUrl(query), `${fileStem(tag)}.json`);
  };
  const savePicture = async (form: "png" | "svg") => {
    const { pngPicture, svgPicture } = await import("./card-image");
    const picture =
      form === "png" ? await pngPicture(tag, facets, size) : svgPicture(tag, facets, size);
    download(picture, `${fileStem(tag)}.${form}`);
  };
  return (
    <MenuButton
      icon="download"
      label={messages.exportOf(tag)}
      shortcut="e"
      exports="card"
      isCompact
    >
      <MenuItem onChoose={saveCsv}>{messages.csvOfDrawn}</MenuItem>
      {boot.report === null && <MenuItem onChoose={saveJson}>{messages.jsonOfSteps}</MenuItem>}
      <MenuItem onChoose={() => void savePicture("png")}>PNG</MenuItem>
      <MenuItem onChoose={() => void savePicture("svg")}>SVG</MenuItem>
    </MenuButton>
  );
}
