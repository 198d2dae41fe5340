import { commitHistory, urlText } from "../../../state/address/url-state";
import {
  leftOutText,
  openWarning,
  setMuted,
  unmutedWarnings,
  useWarnings,
  warnings,
} from "../../../state/tags/warnings";
import { Icon } from "../../../ui/controls/icon";
import { WarningList, WarningPlace } from "../../../ui/feedback/warning-list";
import * as messages from "../messages";
import "./warnings-strip.css";

const form = urlText("warnings");

function toggle(): void {
  form.value = form.peek() === "open" ? "" : "open";
  commitHistory();
}

/** A line as a button: how many there are, and the worst. */
function Summary({ isOpen }: { isOpen: boolean }) {
  const unmuted = unmutedWarnings.value;
  const [worst] = unmuted;
  return (
    <button type="button" class="scalar-warnings-summary" aria-expanded={isOpen} onClick={toggle}>
      <Icon name="warning" />
      <strong>
        {unmuted.length > 0 ? messages.warningCount(unmuted.length) : messages.mutedWarnings}
      </strong>
      {worst !== undefined && !isOpen && (
        <span class="scalar-warnings-worst">
          <WarningPlace {...worst} /> {worst.message}
        </span>
      )}
      <Icon name={isOpen ? "chevron-up" : "chevron-down"} />
    </button>
  );
}

export function WarningsStrip() {
  useWarnings();
  const all = warnings.value ?? [];
  const count = unmutedWarnings.value.length;
  const isOpen = form.value === "open";
  return (
    <section class="scalar-warnings-strip" aria-label={messages.warnings}>
      <p class="ui-visually-hidden" role="status">
        {count > 0 && messages.shownWarningCount(count)}
      </p>
      {all.length > 0 && <Summary isOpen={isOpen} />}
      {all.length > 0 && isOpen && (
        <div class="scalar-warnings-open">
          <WarningList items={all} onOpen={openWarning} onMute={setMuted} />
          {leftOutText.value !== "" && <p class="scalar-warnings-note">{leftOutText}</p>}
        </div>
      )}
    </section>
  );
}
