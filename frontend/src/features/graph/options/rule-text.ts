/** The rules of the main/auxiliary split, in words. */
import type { ChoiceCount } from "../../../api/types";
import * as lateMessages from "../late/messages";
import * as messages from "../messages";
import type { Action, RuleKind } from "./extraction";

export const ACTIONS: Readonly<Record<Action, string>> = {
  exclude: messages.remove,
  include: messages.keep,
};

export const KINDS: Readonly<Record<RuleKind, string>> = {
  op: messages.ruleOpType,
  regex: messages.ruleNames,
  scope: messages.ruleScope,
  name: messages.ruleNode,
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
  if (fits === 0) return messages.noNodeMatches;
  return fits === decides
    ? lateMessages.matchingNodes(fits)
    : lateMessages.decidedNodes(decides, fits);
}
