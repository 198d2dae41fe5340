/** Why a node is an auxiliary node, as text. */
import * as messages from "../late/messages";
import type { Reason } from "../scope/model";
import { parseRule, type RuleKind } from "./extraction";

/** What a rule fits by, besides the name of a single node. */
const FITS: Readonly<Record<RuleKind, (what: string) => string>> = {
  name: () => "",
  scope: (what) => messages.reasonInScope(what),
  op: (what) => messages.reasonByOpType(what),
  regex: messages.reasonByPattern,
};

/** What bookkeeping does, by its role; the server may know roles that the page does not. */
const DOES: Readonly<Record<string, (count: number) => string>> = {
  gradient: messages.roleGradient,
  optimizer: messages.roleOptimizer,
  slot: messages.roleSlot,
  average: messages.roleAverage,
  metric: messages.roleMetric,
  control: messages.roleControl,
  summary: messages.roleSummary,
  initializer: messages.roleInitializer,
  saver: messages.roleSaver,
};

/** How the role was found. */
const BY: Readonly<Record<string, string>> = {
  op_type: messages.evidenceOpType,
  derivative: messages.evidenceDerivative,
  assigned: messages.evidenceAssigned,
  feeds: messages.evidenceFeeds,
  follows: messages.evidenceFollows,
  runs_after: messages.evidenceRunsAfter,
  unused: messages.evidenceUnused,
};

export function reasonText({ kind, what, count, bound, evidence }: Reason): string {
  switch (kind) {
    case "choice": {
      const rule = parseRule(what);
      return rule ? messages.reasonByRule(FITS[rule.kind](rule.what)) : messages.reasonByAnyRule;
    }
    case "role":
      return (DOES[what] ?? messages.roleBookkeeping)(count ?? 0) + (BY[evidence] ?? "");
    case "op_type":
      return messages.reasonOpType(what);
    case "in_degree":
    case "out_degree":
      return kind === "in_degree"
        ? messages.reasonInDegree(count ?? 0, bound ?? 0)
        : messages.reasonOutDegree(count ?? 0, bound ?? 0);
    case "isolated":
      return messages.reasonIsolated;
    case "library":
      return messages.reasonLibrary(count ?? 0);
  }
}
