/** Says that points have come beyond what zoomed charts show. */
import { hasNewData } from "../data/unseen-data";
import * as messages from "../messages";
import { fitAll } from "../options/card-options";

export function NewData() {
  return (
    <span class="scalar-new-data-status" role="status">
      {hasNewData.value && (
        <button
          type="button"
          class="scalar-new-data"
          data-tooltip={messages.newDataTitle}
          onClick={fitAll}
        >
          {messages.newData}
        </button>
      )}
    </span>
  );
}
