/** Of the values of a step and of their samples, the page that is looked at. */
import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { MediaQuery } from "../../../api/media";
import { Pager } from "../../../ui/controls/pager";
import * as messages from "../messages";

/** Of a step; rarely there is more than one. */
const VALUES = 24;
/** Of a value. */
const SAMPLES = 48;

interface Pages {
  readonly nth: Signal<number>;
  readonly sample: Signal<number>;
}

export function usePages(): Pages {
  return { nth: useSignal(0), sample: useSignal(0) };
}

export function queryOf(
  tag: string,
  run: string,
  steps: readonly number[],
  { nth, sample }: Pages,
): MediaQuery {
  const page = { nth: nth.value, values: VALUES, sample: sample.value, samples: SAMPLES };
  return { tag, run, steps, ...page };
}

interface MediaPagersProps extends Pages {
  readonly values: readonly { readonly values: number; readonly samples: number }[];
}

/** Nothing where all is on one page. */
export function MediaPagers({ nth, sample, values }: MediaPagersProps) {
  const most = Math.max(0, ...values.map(({ samples }) => samples));
  useEffect(() => {
    // Another step may have fewer.
    if (values.length === 0) nth.value = 0;
    else if (most <= sample.value) sample.value = 0;
  }, [values, most]);
  const turn = (of: Signal<number>) => (first: number) => {
    of.value = first;
  };
  return (
    <>
      <Pager
        label={messages.valuesPager}
        first={nth.value}
        size={VALUES}
        total={Math.max(0, ...values.map((value) => value.values))}
        onChange={turn(nth)}
      />
      <Pager
        label={messages.samplesPager}
        first={sample.value}
        size={SAMPLES}
        total={most}
        onChange={turn(sample)}
      />
    </>
  );
}
