import { boot } from "../../../state/base/boot";
import { GRAPH_ENDINGS, uploadFiles } from "../../../state/tags/uploaded-graphs";
import { FileButton } from "../../../ui/controls/file-button";

/** Asks for files with graphs, for those who cannot drop them. */
export function BringButton({ isIcon = false }: { isIcon?: boolean }) {
  if (boot.report !== null) return null;
  const bring = (files: readonly File[]): void => {
    void uploadFiles(files.map((file) => ({ name: file.name, bytes: file })));
  };
  return (
    <FileButton
      label="Open graph files…"
      accept={GRAPH_ENDINGS.join()}
      isIcon={isIcon}
      onFiles={bring}
    />
  );
}
