import { expect, it } from "vitest";
import { sectionsByPrefix } from "./card-layout";
import { cardTitles } from "./card-titles";

const tags = (...names: string[]) => names.map((tag) => ({ tag }));
const nameOf = ({ tag }: { readonly tag: string }) => tag;

it("leaves out of a title what the heading of its section says", () => {
  const all = tags("Loss/train", "Loss/val", "lr", "odd/", "a/b/c", "a/b/d", "/x");
  const title = cardTitles(sectionsByPrefix(all), nameOf);
  expect(all.map((tag) => title(tag)?.name)).toEqual([
    ...["train", "val", "lr", "odd/", "c", "d", "x"],
  ]);
});

it("tells cards of several sections apart where they stand in one", () => {
  const [first, second, other] = tags("Loss/val", "Accuracy/val", "gone") as [
    ...ReturnType<typeof tags>,
  ];
  const cards = [first, second].filter((card) => card !== undefined);
  const title = cardTitles([{ key: "/pinned", title: "Pinned", cards }], nameOf);
  expect(cards.map((tag) => title(tag)?.name)).toEqual(["Loss/val", "Accuracy/val"]);
  expect(other && title(other)).toBeUndefined();
});

it("leaves out what the tags of a section share", () => {
  const all = tags("train_loss_epoch_mean_over_batches", "train_loss_epoch_max_over_batches");
  const title = cardTitles(sectionsByPrefix(all), nameOf);
  expect(all.map((tag) => title(tag)?.name)).toEqual(["mean_over_batches", "max_over_batches"]);
});
