/** What has just been done, in a few words over the page, read out when there is time. */
import { notices } from "../../state/base/toasts";
import "./toast-list.css";

export function Notices() {
  return (
    <div class="app-notices" role="status" aria-atomic="false">
      {notices.value.map(({ id, text }) => (
        <p key={id} class="app-notice">
          {text}
        </p>
      ))}
    </div>
  );
}
