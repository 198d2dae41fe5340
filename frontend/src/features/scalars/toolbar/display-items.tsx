/** How all cards are drawn: what is chosen once, and seldom. */
import type { ReadonlySignal } from "@preact/signals";
import { commitHistory } from "../../../state/address/url-state";
import { groupingHparams, hparamNames } from "../../../state/runs/run-hparams";
import { cardSize, chooseCardSize } from "../../../state/shell/card-size";
import { CardSizeItems } from "../../../ui/layout/card-size-items";
import { MenuCheck, MenuGroup, MenuItem, MenuRadio } from "../../../ui/popover/menu-button";
import { hasSuperseded } from "../data/scalars-cache";
import * as messages from "../messages";
import { logs, toggleLog } from "../options/card-options";
import { markedTags, toggleMarked } from "../options/change-marks";
import { type ExpressionUse, expressionUse } from "../options/expression-use";
import type { Order, Spread } from "../options/tab-options";
import * as view from "../options/tab-options";
import { facet, shownTags } from "../options/tags";
import * as late from "./messages";

const SPREADS: readonly (readonly [Spread | "off", string])[] = [
  ["off", messages.eachRun],
  ["std", messages.meanStandardDeviation],
  ["stderr", messages.meanStandardError],
  ["ci95", messages.mean95ConfidenceInterval],
  ["range", messages.meanRange],
];

const ORDERS: readonly (readonly [Order, string])[] = [
  ["nearest", messages.nearestFirst],
  ["default", messages.runTableOrder],
  ["alphabetical", messages.byName],
  ["ascending", messages.ascending],
  ["descending", messages.descending],
];

const LINE_WIDTHS = (["normal", "thin", "thick", "heavy"] as const).map(
  (width) => [width, late.lineWidths[width]] as const,
);

interface ChoiceProps<T extends string> {
  readonly title: string;
  readonly value: ReadonlySignal<T>;
  readonly choices: readonly (readonly [T, string])[];
  readonly onChoose: (value: T) => void;
}

function Choice<T extends string>({ title, value, choices, onChoose }: ChoiceProps<T>) {
  return (
    <MenuGroup title={title}>
      {choices.map(([one, text]) => (
        <MenuRadio key={one} isChosen={value.value === one} onChoose={() => onChoose(one)}>
          {text}
        </MenuRadio>
      ))}
    </MenuGroup>
  );
}

interface SwitchProps<T extends string> {
  readonly value: ReadonlySignal<T>;
  readonly on: T;
  readonly off: T;
  readonly onChoose: (value: T) => void;
  readonly children: string;
}

function Switch<T extends string>({ value, on, off, onChoose, children }: SwitchProps<T>) {
  const isOn = value.value === on;
  return (
    <MenuCheck isOn={isOn} onChoose={() => onChoose(isOn ? off : on)}>
      {children}
    </MenuCheck>
  );
}

function openExpression(use: ExpressionUse): void {
  expressionUse.value = use;
}

/** What programs log of schedules, by the last part of its name. */
const SCHEDULES = /(^|[/._-])(lr|learning[_-]?rate|epoch)([/._-]|\d|$)/i;
const MAX_OFFERED = 6;
const MAX_FACETS = 12;

function Marks() {
  const marked = markedTags.value;
  const named = shownTags.value.filter(({ tag }) => SCHEDULES.test(tag)).slice(0, MAX_OFFERED);
  const tags = [...new Set([...marked, ...named.map(({ tag }) => tag)])];
  return (
    <MenuGroup title={late.markChanges}>
      {tags.map((tag) => (
        <MenuCheck key={tag} isOn={marked.includes(tag)} onChoose={() => toggleMarked(tag)}>
          {tag}
        </MenuCheck>
      ))}
      <MenuItem onChoose={() => openExpression({ of: "mark" })}>{late.otherTag}</MenuItem>
    </MenuGroup>
  );
}

/** Of the hyper-parameters with several values. */
function Facets() {
  const differing = hparamNames.value.differing.filter((name) => groupingHparams.value.has(name));
  if (differing.length === 0 && facet.value === "") return null;
  const names = [...new Set([...differing.slice(0, MAX_FACETS), facet.value])];
  const choose = (name: string) => () => {
    facet.value = name;
    commitHistory();
  };
  return (
    <MenuGroup title={late.facetBy}>
      {["", ...names.filter((name) => name !== "")].map((name) => (
        <MenuRadio key={name} isChosen={facet.value === name} onChoose={choose(name)}>
          {name || late.noFacet}
        </MenuRadio>
      ))}
    </MenuGroup>
  );
}

export function DisplayItems() {
  const hasOld = hasSuperseded.value || view.showsSuperseded.value;
  return (
    <>
      <MenuGroup title={messages.chart}>
        <MenuItem onChoose={() => openExpression({ of: "axis" })}>{late.xAxisItem}</MenuItem>
        <MenuItem onChoose={() => openExpression({ of: "value", card: null })}>
          {late.newExpression}
        </MenuItem>
      </MenuGroup>
      <Choice
        title={messages.groupedRuns}
        value={view.spread}
        choices={SPREADS}
        onChoose={view.chooseSpread}
      />
      <MenuGroup title={messages.draw}>
        <MenuCheck isOn={logs.x.value} shortcut="Shift+L" onChoose={() => toggleLog("x")}>
          {messages.logarithmicXAxis}
        </MenuCheck>
        <Switch value={view.outliers} on="hidden" off="shown" onChoose={view.chooseOutliers}>
          {messages.ignoreOutliers}
        </Switch>
        <Switch value={view.envelope} on="on" off="off" onChoose={view.chooseEnvelope}>
          {messages.envelope}
        </Switch>
        <Switch value={view.raw} on="shown" off="hidden" onChoose={view.chooseRaw}>
          {messages.rawLines}
        </Switch>
        {hasOld && (
          <Switch value={view.superseded} on="shown" off="hidden" onChoose={view.chooseSuperseded}>
            {messages.overwritten}
          </Switch>
        )}
        <Switch value={view.zooms} on="linked" off="own" onChoose={view.chooseZooms}>
          {messages.syncZoom}
        </Switch>
      </MenuGroup>
      <Choice
        title={late.lineWidth}
        value={view.lineWidth}
        choices={LINE_WIDTHS}
        onChoose={view.chooseLineWidth}
      />
      <CardSizeItems size={cardSize.value} onChoose={chooseCardSize} />
      <Choice
        title={messages.valueOrder}
        value={view.order}
        choices={ORDERS}
        onChoose={view.chooseOrder}
      />
      <Marks />
      <Facets />
    </>
  );
}
