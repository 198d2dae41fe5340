/** Dropped items as files; of a folder, such as a SavedModel, those that may hold a graph. */
import { GRAPH_ENDINGS, type GraphFile } from "../../state/graphs/uploaded-graphs";

/** Entries of one folder that are looked at. */
const MAX_ENTRIES = 1000;

/** An item of a drop, as a browser gives it while the drop is being handled. */
export interface DroppedItem {
  readonly entry: FileSystemEntry | null;
  readonly file: File | null;
}

export function filesOf(dropped: readonly DroppedItem[]): Promise<GraphFile[]> {
  const found = dropped.map(({ entry, file }) => {
    if (entry?.isDirectory) return filesOfFolder(entry as FileSystemDirectoryEntry);
    return Promise.resolve(file === null ? [] : namedFiles([file]));
  });
  return Promise.all(found).then((each) => each.flat());
}

export function namedFiles(files: readonly File[]): GraphFile[] {
  return files.map((file) => ({ name: file.name, bytes: file }));
}

/** A folder is named with its files: of SavedModels all are called `saved_model.pb`. */
async function filesOfFolder(folder: FileSystemDirectoryEntry): Promise<GraphFile[]> {
  const entries = await entriesOf(folder.createReader());
  const graphs = entries.filter(({ isFile, name }) => isFile && mayBeGraph(name));
  return Promise.all(
    graphs.map(async (entry) => ({
      name: `${folder.name} (${entry.name})`,
      bytes: await fileOf(entry as FileSystemFileEntry),
    })),
  );
}

function mayBeGraph(name: string): boolean {
  return GRAPH_ENDINGS.split(",").some((ending) => name.toLowerCase().endsWith(ending));
}

/** A reader gives a hundred or so at a time. */
async function entriesOf(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  const all: FileSystemEntry[] = [];
  while (all.length < MAX_ENTRIES) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (some.length === 0) break;
    all.push(...some);
  }
  return all;
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}
