/** The model of a run: a click shows what differs from another one. */
import { computed } from "@preact/signals";
import { cutNames } from "../../../lib/lists/cut-names";
import { runModels } from "../../../state/runs/run-models";
import { NameText } from "../../../ui/controls/name-text";
import type { TableRow } from "../rows/rows";
import { comparableModel } from "./compare-models";
import { ModelButton } from "./model-link";

export interface ModelCellProps {
  readonly row: TableRow;
  readonly text: string;
}

/** Where a narrow column cuts the names of models, which are often alike. */
const cut = computed(() =>
  cutNames([...new Set([...runModels.value.values()].map(({ name }) => name))]),
);

export function ModelCell({ row, text }: ModelCellProps) {
  const compared = comparableModel(row.runs);
  const pieces = cut.value(text);
  if (compared === null) return <NameText name={text} pieces={pieces} />;
  return <ModelButton {...compared} text={text} pieces={pieces} />;
}
