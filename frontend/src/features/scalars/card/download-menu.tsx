/** The menu of all exports of a card. */
import { lateCode } from "../../../state/base/late-code";
import { MenuButton } from "../../../ui/popover/menu-button";
import * as messages from "../messages";
import type { DownloadItemsProps } from "./download-items";

const items = lateCode(() => import("./download-items"));

export function DownloadMenu(props: DownloadItemsProps) {
  const code = items.module.value;
  return (
    <MenuButton
      icon="download"
      label={messages.downloadOf(props.spec.name)}
      shortcut="e"
      exports="card"
      isCompact
      load={items.load}
    >
      {code && <code.DownloadItems {...props} />}
    </MenuButton>
  );
}
