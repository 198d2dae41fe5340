/** The button that opens the search. */
import { IconButton } from "../../../../ui/controls/button";
import { useOptions } from "../../session/session-context";
import * as messages from "../messages";

/** Opens the search for those who have no keyboard at hand. */
export function FindButton() {
  const { search } = useOptions();
  return (
    <IconButton
      icon="search"
      label={messages.findNodes}
      shortcut="f"
      pressed={search.isOpen.value}
      onClick={() => (search.isOpen.peek() ? search.close() : search.open())}
    />
  );
}
