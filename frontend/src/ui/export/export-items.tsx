/** Menu items that export many cards at once, in files that the server streams. */
import { downloadFrom } from "../../lib/browser/download";
import * as messages from "../messages";
import { MenuGroup, MenuItem } from "../popover/menu-button";

/** The server reads a longer address no more. */
export const MAX_ADDRESS_LENGTH = 60_000;

export interface FileFormat<Form extends string> {
  readonly format: Form;
  readonly name: string;
  readonly ending: string;
}

export const TABLE_FILES = [
  { format: "csv", name: "CSV", ending: "csv" },
  { format: "json", name: "JSON", ending: "json" },
] as const;

interface NamedPart {
  readonly title: string;
  /** Of the file, without its ending. */
  readonly name: string;
}

interface ExportPartsProps<Part extends NamedPart, Form extends string> {
  readonly parts: readonly Part[];
  readonly formats: readonly FileFormat<Form>[];
  /** Where the file is; null where there is nothing of that form in the part. */
  readonly urlOf: (part: Part, format: Form) => string | null;
}

const isTooLong = ({ url }: { readonly url: string }) => url.length > MAX_ADDRESS_LENGTH;

export function ExportItems<Part extends NamedPart, Form extends string>({
  parts,
  formats,
  urlOf,
}: ExportPartsProps<Part, Form>) {
  return (
    <>
      {parts.map((part) => {
        const files = formats.flatMap((format) => {
          const url = urlOf(part, format.format);
          return url === null ? [] : [{ ...format, url }];
        });
        const title = files.every(isTooLong)
          ? messages.allTooMany(part.title)
          : messages.someTooMany(part.title);
        return (
          <MenuGroup key={part.title} title={files.some(isTooLong) ? title : part.title}>
            {files.map((file) => (
              <MenuItem
                key={file.format}
                disabled={isTooLong(file)}
                onChoose={() => downloadFrom(file.url, `${part.name}.${file.ending}`)}
              >
                {file.name}
              </MenuItem>
            ))}
          </MenuGroup>
        );
      })}
    </>
  );
}
