/** The rules of the main/auxiliary split, in words. */
import type { ChoiceCount } from "../../../api/types";
import { counted } from "../../../lib/format/number";
import type { Action, RuleKind } from "./extraction";

export const ACTIONS: Readonly<Record<Action, string>> = {
  exclude: "Remove",
  include: "Keep",
};

export const KINDS: Readonly<Record<RuleKind, string>> = {
  op: "ops of type",
  regex: "names that match",
  scope: "what is in scope",
  name: "the node",
};

/** What a viewer may write, by way of example. */
export const EXAMPLES: Readonly<Record<RuleKind, string>> = {
  op: "NoOp",
  regex: "^save/",
  scope: "train/gradients",
  name: "train/init",
};

/** `12 nodes`, `3 of 12 nodes` where later rules have a say in the others, or what is wrong. */
export function countText({ fits, decides, error }: Omit<ChoiceCount, "choice">): string {
  if (error !== null) return error;
  if (fits === 0) return "no node";
  return fits === decides ? counted(fits, "node") : `${decides} of ${counted(fits, "node")}`;
}
