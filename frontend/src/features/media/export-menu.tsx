/** Taking a card's media away: the samples on it as they were logged, and the list of their steps. */
import { type MediaKind, type SampleId, sampleUrl } from "../../api/media";
import { download, downloadFrom } from "../../lib/download";
import { countText } from "../../lib/number-text";
import { type TableFormat, tableFile } from "../../lib/table-file";
import { runName } from "../../state/runs";
import { MenuButton, MenuGroup, MenuItem } from "../../ui/menu";
import type { RunSteps } from "./run-steps";

/** A longer menu is none to choose from; the others are in their tiles and rows. */
const MOST_FILES = 12;

const FORMATS: readonly { format: TableFormat; name: string }[] = [
  { format: "csv", name: "CSV" },
  { format: "json", name: "JSON" },
];

/** What stands in names of files everywhere. */
function fileName(...parts: readonly string[]): string {
  return parts.join("-").replace(/[^\p{L}\p{N}._-]+/gu, "_");
}

function saveSteps(name: string, runs: readonly RunSteps[], format: TableFormat): void {
  const rows = runs.flatMap(({ run, steps }) => steps.map((step) => [runName(run), step]));
  const content = tableFile({ columns: ["run", "step"], rows }, format);
  download(new Blob([content]), `${fileName(name, "steps")}.${format}`);
}

interface FilesProps {
  readonly kind: MediaKind;
  readonly ids: readonly SampleId[];
}

/** The server gives each file the ending of what is in it. */
function Files({ kind, ids }: FilesProps) {
  return (
    <MenuGroup title="As logged, the first sample">
      {ids.slice(-MOST_FILES).map((id) => (
        <MenuItem
          key={id.run}
          onChoose={() =>
            downloadFrom(sampleUrl(kind, id), fileName(id.tag, runName(id.run), `${id.step}`))
          }
        >
          {runName(id.run)}, step {countText(id.step)}
        </MenuItem>
      ))}
    </MenuGroup>
  );
}

interface ExportMenuProps {
  readonly name: string;
  readonly runs: readonly RunSteps[];
  /** The samples shown, where there are files of them. */
  readonly files?: FilesProps;
}

export function ExportMenu({ name, runs, files }: ExportMenuProps) {
  return (
    <MenuButton icon="download" label={`Export ${name}`} shortcut="e" takesAway="card" isCompact>
      {files !== undefined && <Files {...files} />}
      <MenuGroup title="Runs and steps">
        {FORMATS.map(({ format, name: text }) => (
          <MenuItem key={format} onChoose={() => saveSteps(name, runs, format)}>
            {text}
          </MenuItem>
        ))}
      </MenuGroup>
    </MenuButton>
  );
}
