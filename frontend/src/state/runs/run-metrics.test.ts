import { expect, it } from "vitest";
import { isLowerBetter } from "./run-metrics";

it.each(["loss", "val_loss", "train/epochLoss", "eval/wer", "MSE", "step_time", "test/error_rate"])(
  "takes less of %s for better",
  (tag) => {
    expect(isLowerBetter(tag)).toBe(true);
  },
);

it.each(["accuracy", "answer_accuracy", "power", "mAP", "reward", "timesteps_per_s", "certainty"])(
  "takes more of %s for better",
  (tag) => {
    expect(isLowerBetter(tag)).toBe(false);
  },
);
