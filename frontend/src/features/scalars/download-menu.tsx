/** Taking a card away: every point behind it, a picture, a drawing for LaTeX, a table. */
import { resourceUrl } from "../../api/client";
import { copyText } from "../../lib/copy-text";
import { download, downloadFrom } from "../../lib/download";
import { say } from "../../state/notice";
import { MenuButton, MenuGroup, MenuItem } from "../../ui/menu";
import { AXIS_NAME } from "./axis-text";
import { cardContent } from "./card-content";
import type { CardLine } from "./card-lines";
import type { CardSpec } from "./card-spec";
import { comparisons } from "./comparison-table";
import type { Card } from "./use-card";

interface DownloadMenuProps {
  readonly spec: CardSpec;
  readonly card: Card;
  readonly drawn: readonly CardLine[];
}

/** A file's name: what the card is called, without what file systems take for something else. */
function fileName(title: string, ending: string): string {
  const plain = title.replace(/[^\p{L}\p{N}._-]+/gu, "_").slice(0, 80);
  return `${plain || "chart"}.${ending}`;
}

type Picture = "svg" | "png" | "tex";

async function savePicture(kind: Picture, { spec, card, drawn }: DownloadMenuProps): Promise<void> {
  const content = cardContent(spec, card, drawn);
  const name = fileName(content.title, kind);
  try {
    const away = await import("./take-away");
    if (kind === "svg") download(away.svgFile(content), name);
    else if (kind === "png") download(await away.pngFile(content), name);
    else {
      const lines = drawn.map((line) => ({ line, name: content.nameOf(line) }));
      const labels = { xLabel: AXIS_NAME[content.axis], yLabel: spec.title };
      const text = away.pgfplots({ ...content, ...labels, lines });
      download(new Blob([text], { type: "text/x-tex" }), name);
    }
  } catch (cause) {
    say(`${name} could not be made: ${cause instanceof Error ? cause.message : cause}`);
  }
}

async function copyTable({ spec, card, drawn }: DownloadMenuProps): Promise<void> {
  const content = cardContent(spec, card, drawn);
  const rows = comparisons(drawn, content.nameOf, card.range, null);
  const { markdownTable } = await import("./take-away");
  const isCopied = await copyText(markdownTable(content.title, rows));
  say(isCopied ? "Table copied as Markdown" : "The browser refuses to copy");
}

/** Every point of the runs drawn, as the server writes them. */
function saveValues(format: "csv" | "json" | "parquet", { spec, drawn }: DownloadMenuProps): void {
  const run = [...new Set(drawn.flatMap(({ runs }) => runs))];
  const tag = spec.tags.map((one) => one.tag);
  const url = resourceUrl("api/export", { format, tag, run });
  downloadFrom(url, fileName(spec.title, format));
}

export function DownloadMenu(props: DownloadMenuProps) {
  const { spec } = props;
  const name = spec.combined === null ? spec.id : spec.title;
  return (
    <MenuButton icon="download" label={`Download ${name}`} isCompact>
      <MenuGroup title="Picture, as drawn">
        <MenuItem onChoose={() => void savePicture("svg", props)}>SVG</MenuItem>
        <MenuItem onChoose={() => void savePicture("png", props)}>PNG, twice the size</MenuItem>
        <MenuItem onChoose={() => void savePicture("tex", props)}>LaTeX (pgfplots)</MenuItem>
      </MenuGroup>
      <MenuGroup title="Every point">
        <MenuItem onChoose={() => saveValues("csv", props)}>CSV</MenuItem>
        <MenuItem onChoose={() => saveValues("json", props)}>JSON</MenuItem>
        <MenuItem onChoose={() => saveValues("parquet", props)}>Parquet</MenuItem>
      </MenuGroup>
      <MenuGroup title="Start, end, min, max, change, slope">
        <MenuItem onChoose={() => void copyTable(props)}>Copy as a Markdown table</MenuItem>
      </MenuGroup>
    </MenuButton>
  );
}
