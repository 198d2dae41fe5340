import { boot } from "../../../state/base/boot";
import { uploadFiles } from "../../../state/graphs/upload-files";
import { GRAPH_ENDINGS } from "../../../state/graphs/uploaded-graphs";
import { FileButton } from "../../../ui/controls/file-button";
import * as messages from "../messages";

/** Opens the browser's dialog for graph files, as an alternative to dropping them. */
export function OpenFileButton({ isIcon = false }: { isIcon?: boolean }) {
  if (boot.report !== null) return null;
  const open = (files: readonly File[]): void => {
    void uploadFiles(files.map((file) => ({ name: file.name, bytes: file })));
  };
  return (
    <FileButton
      label={messages.openGraphFiles}
      accept={GRAPH_ENDINGS}
      isIcon={isIcon}
      onFiles={open}
    />
  );
}
