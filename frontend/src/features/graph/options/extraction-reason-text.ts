/** Why a node is an auxiliary node, as text. */
import * as messages from "../messages";
import type { Reason } from "../scope/model";
import { parseRule, type RuleKind } from "./extraction";

/** What a rule fits by, besides the name of a single node. */
const FITS: Readonly<Record<RuleKind, (what: string) => string>> = {
  name: () => "",
  scope: (what) => messages.reasonInScope(what),
  op: (what) => messages.reasonByOpType(what),
  regex: messages.reasonByPattern,
};

export function reasonText({ kind, what, count, bound }: Reason): string {
  switch (kind) {
    case "choice": {
      const rule = parseRule(what);
      return rule ? messages.reasonByRule(FITS[rule.kind](rule.what)) : messages.reasonByAnyRule;
    }
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
