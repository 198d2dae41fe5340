/** Why a node stands beside the main graph, in words. */
import { counted, countText } from "../../../lib/format/number";
import type { Reason } from "../scope/model";
import { parseRule, type RuleKind } from "./extraction";

/** What a rule fits by, besides the name of a single node. */
const FITS: Readonly<Record<RuleKind, (what: string) => string>> = {
  name: () => "",
  scope: (what) => `: in ${what}`,
  op: (what) => `: op type ${what}`,
  regex: (what) => `: /${what}/`,
};

export function reasonText({ kind, what, count, bound }: Reason): string {
  switch (kind) {
    case "choice": {
      const rule = parseRule(what);
      return `by choice${rule ? FITS[rule.kind](rule.what) : ""}`;
    }
    case "op_type":
      return `op type ${what}`;
    case "in_degree":
    case "out_degree":
      return `${kind.replace("_", "-")} ${countText(count ?? 0)}, above ${countText(bound ?? 0)}`;
    case "isolated":
      return "linked by annotations only";
    case "library":
      return `library of ${counted(count ?? 0, "function")}, opened where ${count === 1 ? "it is" : "they are"} called`;
  }
}
