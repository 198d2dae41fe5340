/** What has just been done, in a few words over the page, read out when there is time. */
import { shownToasts } from "../../state/base/toasts";
import "./toast-list.css";

export function Notices() {
  return (
    <div class="app-notices" role="status" aria-atomic="false">
      {shownToasts.value.map(({ id, text }) => (
        <p key={id} class="app-notice">
          {text}
        </p>
      ))}
    </div>
  );
}
