/** Exports a card's media: the samples on it as they were logged, and the list of their steps. */
import { type FilesQuery, filesUrl, type MediaKind, sampleUrl } from "../../../api/media";
import { download, downloadFrom } from "../../../lib/browser/download";
import { fileStem } from "../../../lib/format/file-name";
import { type TableFormat, tableFile } from "../../../lib/format/table";
import { boot } from "../../../state/base/boot";
import { runName } from "../../../state/runs/runs";
import { MAX_ADDRESS_LENGTH } from "../../../ui/export/export-items";
import { MenuButton, MenuGroup, MenuItem } from "../../../ui/popover/menu-button";
import * as messages from "../messages";
import { firstSamples, type RunSteps } from "../options/run-steps";

/** A longer menu is none to choose from; the others are in their tiles and rows. */
const MAX_FILES = 12;

const FORMATS: readonly { format: TableFormat; name: string }[] = [
  { format: "csv", name: "CSV" },
  { format: "json", name: "JSON" },
];

function saveSteps(name: string, runs: readonly RunSteps[], format: TableFormat): void {
  const rows = runs.flatMap(({ run, steps }) => steps.map((step) => [runName(run), step]));
  const content = tableFile({ columns: ["run", "step"], rows }, format);
  download(new Blob([content]), `${fileStem(name, "steps")}.${format}`);
}

/** What a card holds of pictures or sounds. */
export interface CardFiles {
  readonly kind: MediaKind;
  /** All that make up the card. */
  readonly tags: readonly string[];
  /** The runs that are drawn, which may be fewer than are shown. */
  readonly drawn: readonly RunSteps[];
  /** The step that is looked at; null for the last. */
  readonly step: number | null;
  /** How many steps of each run are drawn, up to that one. */
  readonly steps: number;
}

interface ArchivesProps extends CardFiles {
  readonly name: string;
  readonly runs: readonly RunSteps[];
}

/** Every sample, in archives that the server writes while they are sent. */
function Archives({ name, runs, kind, tags, drawn, step, steps }: ArchivesProps) {
  const all = runs.reduce((sum, run) => sum + run.steps.length, 0);
  const parts: readonly { text: string; of: readonly RunSteps[]; query: Partial<FilesQuery> }[] = [
    {
      text:
        steps === 1
          ? messages.exportOneStep(drawn.length)
          : messages.exportSteps(steps, drawn.length),
      of: drawn,
      query: { near: step, steps },
    },
    {
      text: messages.exportEveryStep(all, runs.length),
      of: runs,
      query: {},
    },
  ];
  return (
    <MenuGroup title={messages.exportAll}>
      {parts.map(({ text, of, query }) => {
        const url = filesUrl(kind, { tag: tags, run: of.map(({ run }) => run), ...query });
        const isTooLong = url.length > MAX_ADDRESS_LENGTH;
        return (
          <MenuItem
            key={text}
            disabled={isTooLong}
            onChoose={() => downloadFrom(url, `${fileStem(name)}.zip`)}
          >
            {isTooLong ? messages.tooManyForOneFile(text) : text}
          </MenuItem>
        );
      })}
    </MenuGroup>
  );
}

/** The server gives each file the ending of what is in it. */
function FirstSamples({ kind, drawn, step }: CardFiles) {
  const ids = firstSamples(drawn, step);
  const listed = ids.slice(0, MAX_FILES);
  const others = ids.length - listed.length;
  const title = others === 0 ? messages.firstSample : messages.firstSampleWithMore(others);
  return (
    <MenuGroup title={title}>
      {listed.map((id) => (
        <MenuItem
          key={id.run}
          onChoose={() =>
            downloadFrom(sampleUrl(kind, id), fileStem(id.tag, runName(id.run), `${id.step}`))
          }
        >
          {messages.runAndStep(runName(id.run), id.step)}
        </MenuItem>
      ))}
    </MenuGroup>
  );
}

interface ExportMenuProps {
  readonly name: string;
  readonly runs: readonly RunSteps[];
  /** What it holds, where there are files of it. */
  readonly files?: CardFiles;
}

export function ExportMenu({ name, runs, files }: ExportMenuProps) {
  return (
    <MenuButton
      icon="download"
      label={messages.exportOf(name)}
      shortcut="e"
      exports="card"
      isCompact
    >
      {files !== undefined && boot.report === null && (
        <Archives name={name} runs={runs} {...files} />
      )}
      {files !== undefined && <FirstSamples {...files} />}
      <MenuGroup title={messages.runsAndSteps}>
        {FORMATS.map(({ format, name: text }) => (
          <MenuItem key={format} onChoose={() => saveSteps(name, runs, format)}>
            {text}
          </MenuItem>
        ))}
      </MenuGroup>
    </MenuButton>
  );
}
