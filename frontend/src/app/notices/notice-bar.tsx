/** Notices of the server about itself, in a bar of its own until dismissed. */
import { computed, effect, signal } from "@preact/signals";
import { status } from "../../state/server/connection";
import { IconButton } from "../../ui/controls/button";
import { Icon } from "../../ui/controls/icon";
import * as messages from "../messages";
import { dismiss, NONE_DISMISSED, notDismissed, stillDismissed } from "./dismissed";
import "./notice-bar.css";

const dismissed = signal(NONE_DISMISSED);
const notices = computed(() => status.value?.notices ?? []);

effect(() => {
  dismissed.value = stillDismissed(notices.value, dismissed.peek());
});

export function NoticeBar() {
  return (
    <div role="status">
      {notDismissed(notices.value, dismissed.value).map((notice) => (
        <div class="app-server-notice" key={notice.message}>
          <Icon name="info" />
          <span>{notice.message}</span>
          <IconButton
            icon="close"
            label={messages.dismiss}
            onClick={() => {
              dismissed.value = dismiss(dismissed.peek(), notice);
            }}
          />
        </div>
      ))}
    </div>
  );
}
