import type { FactText } from "./parameter-facts";

export function Facts({ facts }: { facts: readonly FactText[] }) {
  if (facts.length === 0) return null;
  return (
    <dl class="ui-facts">
      {facts.map(([name, value]) => (
        <>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </>
      ))}
    </dl>
  );
}
