/** The exports of a card: every point behind it, an image, a drawing for LaTeX, a table. */
import { boot } from "../../../state/base/boot";
import { showToast } from "../../../state/base/toasts";
import { MenuGroup, MenuItem } from "../../../ui/popover/menu-button";
import * as messages from "../messages";
import type { CardSpec } from "../options/card-spec";
import type { Shown } from "./card-content";
import { copyTable, type Download, savePicture, saveValues } from "./card-downloads";

type Act = (card: Download) => unknown;

export interface DownloadItemsProps {
  readonly spec: CardSpec;
  readonly shown: () => Shown;
}

/** Does what a viewer has chosen, with what is shown now. */
async function start(act: Act, { spec, shown }: DownloadItemsProps): Promise<void> {
  try {
    await act({ spec, shown: shown() });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    showToast(messages.exportFailed(spec.title, reason));
  }
}

export function DownloadItems(props: DownloadItemsProps) {
  const choose = (act: Act) => () => void start(act, props);
  return (
    <>
      <MenuGroup title={messages.imageGroup}>
        <MenuItem onChoose={choose((card) => savePicture("svg", card))}>SVG</MenuItem>
        <MenuItem onChoose={choose((card) => savePicture("png", card))}>
          {messages.pngDouble}
        </MenuItem>
        <MenuItem onChoose={choose((card) => savePicture("tex", card))}>
          {messages.laTeXPgfplots}
        </MenuItem>
      </MenuGroup>
      {boot.report === null && (
        <MenuGroup title={messages.everyPoint}>
          <MenuItem onChoose={choose((card) => saveValues("csv", card))}>CSV</MenuItem>
          <MenuItem onChoose={choose((card) => saveValues("json", card))}>JSON</MenuItem>
          <MenuItem onChoose={choose((card) => saveValues("parquet", card))}>
            {messages.parquet}
          </MenuItem>
        </MenuGroup>
      )}
      <MenuGroup title={messages.statisticsGroup}>
        <MenuItem onChoose={choose(copyTable)}>{messages.copyMarkdown}</MenuItem>
      </MenuGroup>
    </>
  );
}
