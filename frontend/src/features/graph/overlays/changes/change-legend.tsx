/** What the borders and signs of a comparison mean. */
import { CHANGE_KINDS, SIGN_OF } from "../../scope/change-sign";
import * as messages from "./messages";
import "./changes.css";

/** A list item for each. */
export function ChangeItems() {
  return CHANGE_KINDS.map((kind) => (
    <li key={kind}>
      <svg width="36" height="20" viewBox="0 0 36 20" aria-hidden="true">
        <rect class={`graph-change-mark ${kind}`} x="2" y="4" width="32" height="13" rx="4" />
        <text class={`graph-change-sign ${kind}`} x="18" y="14">
          {SIGN_OF[kind]}
        </text>
      </svg>
      {messages.legend[kind]}
    </li>
  ));
}
