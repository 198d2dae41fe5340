import { expect, it } from "vitest";
import { titleShortener } from "./short-titles";

function shortOf(hparams: readonly string[], metrics: readonly string[]): string[] {
  const columns = [
    ...hparams.map((title) => ({ kind: "hparam" as const, title })),
    ...metrics.map((title) => ({ kind: "metric" as const, title })),
  ];
  const shorten = titleShortener(columns);
  return columns.map((column) => shorten(column).name);
}

it("leaves out what the columns of one kind share", () => {
  expect(shortOf(["lr", "optimizer"], ["hparam/val_loss", "hparam/val_accuracy"])).toEqual([
    ...["lr", "optimizer", "val_loss", "val_accuracy"],
  ]);
});

it("gives no metric the name of a hyper-parameter", () => {
  expect(shortOf(["rate", "seed"], ["train/rate", "train/loss"])).toEqual([
    ...["rate", "seed", "train/rate", "loss"],
  ]);
});
