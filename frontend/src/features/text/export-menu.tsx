/** Exports the texts of a card as they were logged: those of a step, or of all. */
import type { TextValue } from "../../api/types";
import { getText } from "../../api/values";
import { download } from "../../lib/browser/download";
import { fileStem } from "../../lib/format/file-name";
import { type FileTable, type TableFormat, tableFile } from "../../lib/format/table";
import { showToast } from "../../state/base/toasts";
import { runName } from "../../state/runs/runs";
import { MenuButton, MenuGroup, MenuItem } from "../../ui/popover/menu-button";
import * as messages from "./messages";
import { plainText } from "./text-table";

/** As many as the server gives at once. */
const STEPS_AT_ONCE = 50;
const VALUES = 200;

interface ExportMenuProps {
  readonly tag: string;
  readonly run: string;
  /** Ascending. */
  readonly steps: readonly number[];
  readonly shown: number;
}

async function textsAt({ tag, run }: ExportMenuProps, steps: readonly number[]) {
  const texts: TextValue[] = [];
  for (let at = 0; at < steps.length; at += STEPS_AT_ONCE) {
    const some = steps.slice(at, at + STEPS_AT_ONCE);
    const page = { nth: 0, values: VALUES };
    const { values } = await getText({ tag, run, steps: some, form: "raw", ...page });
    texts.push(...values);
  }
  return texts;
}

function tableOf(texts: readonly TextValue[], run: string): FileTable {
  const columns = ["run", "step", "wall_time", "text"];
  const name = runName(run);
  return {
    columns,
    rows: texts.map((text) => [name, text.step, Number(text.wall_time), plainText(text)]),
  };
}

/** A file of the texts; an unreadable text is replaced by its error. */
async function save(props: ExportMenuProps, form: "markdown" | TableFormat): Promise<void> {
  const name = fileStem(props.tag, runName(props.run));
  try {
    if (form === "markdown") {
      const texts = await textsAt(props, [props.shown]);
      const type = "text/markdown";
      const whole = `${texts.map(plainText).join("\n\n")}\n`;
      download(new Blob([whole], { type }), `${name}-${props.shown}.md`);
      return;
    }
    const table = tableOf(await textsAt(props, props.steps), props.run);
    download(new Blob([tableFile(table, form)]), `${name}.${form}`);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    showToast(messages.textsFailed(reason));
  }
}

export function ExportMenu(props: ExportMenuProps) {
  const { tag, run } = props;
  return (
    <MenuButton
      icon="download"
      label={messages.exportOf(tag, runName(run))}
      shortcut="e"
      exports="card"
      isCompact
    >
      <MenuGroup title={messages.thisStep}>
        <MenuItem onChoose={() => void save(props, "markdown")}>{messages.markdown}</MenuItem>
      </MenuGroup>
      <MenuGroup title={messages.everyStep}>
        <MenuItem onChoose={() => void save(props, "csv")}>CSV</MenuItem>
        <MenuItem onChoose={() => void save(props, "json")}>JSON</MenuItem>
      </MenuGroup>
    </MenuButton>
  );
}
