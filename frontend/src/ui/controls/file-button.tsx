/** A button that opens the browser's file dialog. */
import { useRef } from "preact/hooks";
import { Button, IconButton } from "./button";

interface FileButtonProps {
  readonly label: string;
  /** The endings of files that are offered first, as in `.pb,.meta`. */
  readonly accept: string;
  /** Without words, for a toolbar. */
  readonly isIcon?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

export function FileButton({ label, accept, isIcon, onFiles }: FileButtonProps) {
  const field = useRef<HTMLInputElement>(null);
  const choose = (): void => field.current?.click();
  return (
    <>
      {isIcon ? (
        <IconButton icon="file-plus" label={label} onClick={choose} />
      ) : (
        <Button icon="file-plus" onClick={choose}>
          {label}
        </Button>
      )}
      <input
        ref={field}
        type="file"
        multiple
        hidden
        accept={accept}
        aria-label={label}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // So that the same file can be chosen again.
          currentTarget.value = "";
        }}
      />
    </>
  );
}
