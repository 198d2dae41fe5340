/** A note on a node, written in the inspector. */
import { useEffect, useRef } from "preact/hooks";
import { useDraft } from "../../../ui/controls/use-draft";
import { MAX_NOTE_LENGTH } from "../options/node-marks";
import { useSession } from "../session/session-context";
import * as messages from "./messages";

export function NoteEditor({ name }: { name: string }) {
  const { noteRequest, options } = useSession();
  const { marks } = options;
  const field = useRef<HTMLTextAreaElement>(null);
  const wanted = noteRequest.value === name;
  const draft = useDraft<HTMLTextAreaElement>(marks.notes.value.get(name) ?? "", ({ value }) =>
    marks.setNote(name, value),
  );
  useEffect(() => {
    if (!wanted) return;
    noteRequest.value = "";
    field.current?.focus();
  }, [wanted]);
  return (
    <label class="graph-node-note">
      {messages.note}
      <textarea
        ref={field}
        rows={2}
        maxLength={MAX_NOTE_LENGTH}
        placeholder={messages.notePlaceholder}
        {...draft}
      />
    </label>
  );
}
