/** Taking a card away: every point behind it, a picture, a drawing for LaTeX, a table. */
import { copyText } from "../../lib/copy-text";
import { download } from "../../lib/download";
import { say } from "../../state/notice";
import { runName } from "../../state/runs";
import { MenuButton, MenuGroup, MenuItem } from "../../ui/menu";
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

type Kind = "svg" | "png" | "tex" | "csv" | "json";

/** What a file of a kind holds; pictures are of what is drawn, values are all there are. */
async function fileOf(kind: Kind, { spec, card, drawn }: DownloadMenuProps): Promise<Blob> {
  const content = cardContent(spec, card, drawn);
  const away = await import("./take-away");
  switch (kind) {
    case "svg":
      return away.svgFile(content);
    case "png":
      return away.pngFile(content);
    case "tex":
      return away.latexFile(content);
    default: {
      const tags = spec.tags.map(({ tag }) => tag);
      const runs = [...new Set(drawn.flatMap((line) => line.runs))];
      return away.valuesFile(kind, tags, runs, runName);
    }
  }
}

async function save(kind: Kind, props: DownloadMenuProps): Promise<void> {
  const name = fileName(props.spec.title, kind);
  try {
    download(await fileOf(kind, props), name);
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

export function DownloadMenu(props: DownloadMenuProps) {
  const { spec } = props;
  const name = spec.combined === null ? spec.id : spec.title;
  return (
    <MenuButton icon="download" label={`Download ${name}`} isCompact>
      <MenuGroup title="Picture, as drawn">
        <MenuItem onChoose={() => void save("svg", props)}>SVG</MenuItem>
        <MenuItem onChoose={() => void save("png", props)}>PNG, twice the size</MenuItem>
        <MenuItem onChoose={() => void save("tex", props)}>LaTeX (pgfplots)</MenuItem>
      </MenuGroup>
      <MenuGroup title="Every point">
        <MenuItem onChoose={() => void save("csv", props)}>CSV</MenuItem>
        <MenuItem onChoose={() => void save("json", props)}>JSON</MenuItem>
      </MenuGroup>
      <MenuGroup title="Start, end, min, max, change, slope">
        <MenuItem onChoose={() => void copyTable(props)}>Copy as a Markdown table</MenuItem>
      </MenuGroup>
    </MenuButton>
  );
}
