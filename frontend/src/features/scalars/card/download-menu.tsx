/** Exports of a card: every point behind it, an image, a drawing for LaTeX, a table. */
import { boot } from "../../../state/base/boot";
import { showToast } from "../../../state/base/toasts";
import { MenuButton, MenuGroup, MenuItem } from "../../../ui/popover/menu-button";
import * as messages from "../messages";
import type { CardSpec } from "../options/card-spec";
import type { Shown } from "./card-content";
import type { Download } from "./card-downloads";

type Downloads = typeof import("./card-downloads");
type Act = (downloads: Downloads, card: Download) => unknown;

interface DownloadMenuProps {
  readonly spec: CardSpec;
  readonly shown: () => Shown;
}

/** Does what a viewer has chosen once the code for it is there, with what is shown now. */
async function start(act: Act, { spec, shown }: DownloadMenuProps): Promise<void> {
  const card = { spec, shown: shown() };
  try {
    await act(await import("./card-downloads"), card);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    showToast(messages.exportFailed(spec.title, reason));
  }
}

export function DownloadMenu(props: DownloadMenuProps) {
  const { spec } = props;
  const choose = (act: Act) => () => void start(act, props);
  return (
    <MenuButton
      icon="download"
      label={messages.downloadOf(spec.name)}
      shortcut="e"
      exports="card"
      isCompact
    >
      <MenuGroup title={messages.imageGroup}>
        <MenuItem onChoose={choose((to, card) => to.savePicture("svg", card))}>SVG</MenuItem>
        <MenuItem onChoose={choose((to, card) => to.savePicture("png", card))}>
          {messages.pngDouble}
        </MenuItem>
        <MenuItem onChoose={choose((to, card) => to.savePicture("tex", card))}>
          {messages.laTeXPgfplots}
        </MenuItem>
      </MenuGroup>
      {boot.report === null && (
        <MenuGroup title={messages.everyPoint}>
          <MenuItem onChoose={choose((to, card) => to.saveValues("csv", card))}>CSV</MenuItem>
          <MenuItem onChoose={choose((to, card) => to.saveValues("json", card))}>JSON</MenuItem>
          <MenuItem onChoose={choose((to, card) => to.saveValues("parquet", card))}>
            {messages.parquet}
          </MenuItem>
        </MenuGroup>
      )}
      <MenuGroup title={messages.statisticsGroup}>
        <MenuItem onChoose={choose((to, card) => to.copyTable(card))}>
          {messages.copyMarkdown}
        </MenuItem>
      </MenuGroup>
    </MenuButton>
  );
}
