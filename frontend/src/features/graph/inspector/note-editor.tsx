/** A note on a node, written in the inspector. */
import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { useDraft } from "../../../ui/controls/use-draft";
import { LONGEST_NOTE, notes, setNote } from "../options/node-marks";

/** The node whose note the viewer asked to write; empty for none. */
export const wantedNote = signal("");

export function NodeNote({ name }: { name: string }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const wanted = wantedNote.value === name;
  const draft = useDraft<HTMLTextAreaElement>(notes.value.get(name) ?? "", ({ value }) =>
    setNote(name, value),
  );
  useEffect(() => {
    if (!wanted) return;
    wantedNote.value = "";
    field.current?.focus();
  }, [wanted]);
  return (
    <label class="node-note">
      Note
      <textarea
        ref={field}
        rows={2}
        maxLength={LONGEST_NOTE}
        placeholder="What others should know of this node"
        {...draft}
      />
    </label>
  );
}
