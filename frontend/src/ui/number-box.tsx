/** A box for a number that is taken when it has been typed; what is half typed is left alone. */
import { useLayoutEffect, useRef } from "preact/hooks";

interface NumberBoxProps {
  readonly label: string;
  readonly value: number;
  readonly min?: number;
  readonly max?: number;
  /** What was typed; the box shows `value` again, whatever becomes of it. */
  readonly onTake: (typed: number) => void;
}

export function NumberBox({ label, value, min, max, onTake }: NumberBoxProps) {
  const box = useRef<HTMLInputElement>(null);
  const isTyped = useRef(false);
  // A controlled box would lose what is being typed whenever new data arrives.
  useLayoutEffect(() => {
    if (box.current !== null && !isTyped.current) box.current.value = String(value);
  });
  const finish = (): void => {
    isTyped.current = false;
    if (box.current !== null) box.current.value = String(value);
  };
  return (
    <input
      type="number"
      ref={box}
      min={min}
      max={max}
      aria-label={label}
      onInput={() => {
        isTyped.current = true;
      }}
      onChange={({ currentTarget: { value: text, valueAsNumber: typed } }) => {
        finish();
        if (text !== "" && Number.isFinite(typed)) onTake(typed);
      }}
      onBlur={finish}
    />
  );
}
