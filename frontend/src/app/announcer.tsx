/** The text for screen readers, in a place that is on the page before the text is. */
import { announcement } from "../state/shell/announcements";

export function Announcer() {
  return (
    <p class="ui-visually-hidden" role="status" data-announcer>
      {announcement.value}
    </p>
  );
}
