/** A card for each value of a hyper-parameter, in the place of one for all runs. */
import { hparamsOf } from "../../../state/runs/run-hparams";
import type { RunIdentity } from "../../../state/runs/runs";
import type { CardSpec } from "./card-spec";
import type { Section } from "./sections";

/** The ids of runs by their value of a hyper-parameter, numbers in their order. */
export function runsByValue(
  runs: readonly Pick<RunIdentity, "id">[],
  name: string,
): Map<string, Set<string>> {
  const known = new Map<unknown, Set<string>>();
  for (const { id } of runs) {
    const value = hparamsOf(id).get(name);
    if (value === undefined) continue;
    known.set(value, (known.get(value) ?? new Set()).add(id));
  }
  const compare = new Intl.Collator(undefined, { numeric: true }).compare;
  const ordered = [...known].sort(([one], [other]) =>
    typeof one === "number" && typeof other === "number"
      ? one - other
      : compare(String(one), String(other)),
  );
  return new Map(ordered.map(([value, ids]) => [String(value), ids]));
}

/**
 * Runs without the hyper-parameter have a card of their own. A value that no run of a card has makes
 * none, and a card of which no run has a value stays as it is.
 */
export function withFacets(
  sections: readonly Section[],
  name: string,
  runs: readonly RunIdentity[],
): Section[] {
  const byValue = runsByValue(runs, name);
  if (byValue.size === 0) return [...sections];
  const having = new Set([...byValue.values()].flatMap((ids) => [...ids]));
  const others = new Set(runs.filter(({ id }) => !having.has(id)).map(({ id }) => id));
  const facets = [...byValue, ...(others.size > 0 ? [["–", others] as const] : [])];
  const facetsOf = (card: CardSpec): CardSpec[] => {
    const some = facets.filter(([, only]) =>
      card.tags.some(({ runs: logged }) => logged.some((run) => only.has(run))),
    );
    if (some.every(([, only]) => only === others)) return [card];
    return some.map(([value, only]) => {
      const titleOf = (tag: string) => `${tag} · ${name} ${value}`;
      return {
        ...card,
        id: `${card.id}\n${name}=${value}`,
        title: titleOf(card.title),
        name: titleOf(card.name),
        only,
      };
    });
  };
  return sections.map((section) => ({ ...section, cards: section.cards.flatMap(facetsOf) }));
}
