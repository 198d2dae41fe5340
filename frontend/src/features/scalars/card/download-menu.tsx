/** Exports of a card: every point behind it, an image, a drawing for LaTeX, a table. */
import { resourceUrl } from "../../../api/client";
import { copyText } from "../../../lib/browser/clipboard";
import { download, downloadFrom } from "../../../lib/browser/download";
import { firstCharacters } from "../../../lib/format/characters";
import { boot } from "../../../state/base/boot";
import { showToast } from "../../../state/base/toasts";
import { MenuButton, MenuGroup, MenuItem } from "../../../ui/popover/menu-button";
import * as messages from "../messages";
import type { CardSpec } from "../options/card-spec";
import { showsSuperseded } from "../options/tab-options";
import { comparisons } from "../values/range-statistics-table";
import { cardContent, type Shown } from "./card-content";

interface DownloadMenuProps {
  readonly spec: CardSpec;
  readonly shown: () => Shown;
}

/** A file's name: what the card is called, without what file systems take for something else. */
function fileName(title: string, ending: string): string {
  const plain = firstCharacters(title.replace(/[^\p{L}\p{N}._-]+/gu, "_"), 80);
  return `${plain || "chart"}.${ending}`;
}

type Picture = "svg" | "png" | "tex";

/** A picture of what is drawn. */
async function pictureOf(kind: Picture, { spec, shown }: DownloadMenuProps): Promise<Blob> {
  const content = cardContent(spec, shown());
  const exports = await import("../export/export-card");
  if (kind === "svg") return exports.svgFile(content);
  return kind === "png" ? exports.pngFile(content) : exports.latexFile(content);
}

async function savePicture(kind: Picture, props: DownloadMenuProps): Promise<void> {
  const name = fileName(props.spec.title, kind);
  try {
    download(await pictureOf(kind, props), name);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    showToast(messages.exportFailed(name, reason));
  }
}

type Values = "csv" | "json" | "parquet";

/** Every point of the runs drawn, written by the server while it is sent. */
function saveValues(format: Values, { spec, shown }: DownloadMenuProps): void {
  const { lines } = shown().drawn;
  const url = resourceUrl("api/export", {
    format,
    tag: spec.tags.map(({ tag }) => tag),
    run: [...new Set(lines.flatMap(({ runs }) => runs))],
    superseded: showsSuperseded.peek() ? "true" : undefined,
  });
  downloadFrom(url, fileName(spec.title, format));
}

async function copyTable({ spec, shown }: DownloadMenuProps): Promise<void> {
  const content = cardContent(spec, shown());
  const rows = comparisons(content.lines, content.nameOf, content.range);
  const { markdownTable } = await import("../export/export-card");
  const isCopied = await copyText(markdownTable(content.title, rows));
  showToast(isCopied ? messages.tableCopied : messages.copyFailed);
}

export function DownloadMenu(props: DownloadMenuProps) {
  const { spec } = props;
  return (
    <MenuButton
      icon="download"
      label={messages.downloadOf(spec.name)}
      shortcut="e"
      exports="card"
      isCompact
    >
      <MenuGroup title={messages.imageGroup}>
        <MenuItem onChoose={() => void savePicture("svg", props)}>SVG</MenuItem>
        <MenuItem onChoose={() => void savePicture("png", props)}>{messages.pngDouble}</MenuItem>
        <MenuItem onChoose={() => void savePicture("tex", props)}>
          {messages.laTeXPgfplots}
        </MenuItem>
      </MenuGroup>
      {boot.report === null && (
        <MenuGroup title={messages.everyPoint}>
          <MenuItem onChoose={() => saveValues("csv", props)}>CSV</MenuItem>
          <MenuItem onChoose={() => saveValues("json", props)}>JSON</MenuItem>
          <MenuItem onChoose={() => saveValues("parquet", props)}>{messages.parquet}</MenuItem>
        </MenuGroup>
      )}
      <MenuGroup title={messages.statisticsGroup}>
        <MenuItem onChoose={() => void copyTable(props)}>{messages.copyMarkdown}</MenuItem>
      </MenuGroup>
    </MenuButton>
  );
}
