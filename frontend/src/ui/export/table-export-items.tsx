/** Exports a table as a file of a common format. */
import { download } from "../../lib/browser/download";
import { type FileTable, type TableFormat, tableFile } from "../../lib/format/table";
import * as messages from "../messages";
import { MenuButton, MenuItem } from "../popover/menu-button";

const FORMATS: readonly { format: TableFormat; text: string; type: string; ending: string }[] = [
  { format: "csv", text: "CSV", type: "text/csv", ending: "csv" },
  { format: "json", text: "JSON", type: "application/json", ending: "json" },
  { format: "markdown", text: messages.markdown, type: "text/markdown", ending: "md" },
  { format: "latex", text: "LaTeX", type: "text/x-tex", ending: "tex" },
];

interface TableMenuProps {
  readonly label: string;
  /** Of the file, without its ending. */
  readonly name: string;
  /** Worked out when it is wanted. */
  readonly table: () => FileTable;
}

/** For a tab that shows one table. */
export function TableExportItems({ label, name, table }: TableMenuProps) {
  return (
    <MenuButton icon="download" label={label} shortcut="e" exports="tab" isCompact>
      {FORMATS.map(({ format, text, type, ending }) => (
        <MenuItem
          key={format}
          onChoose={() =>
            download(new Blob([tableFile(table(), format)], { type }), `${name}.${ending}`)
          }
        >
          {text}
        </MenuItem>
      ))}
    </MenuButton>
  );
}
