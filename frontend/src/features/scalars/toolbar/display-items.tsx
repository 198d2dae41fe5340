/** How all cards are drawn: what is chosen once, and seldom. */
import type { ReadonlySignal } from "@preact/signals";
import { MenuCheck, MenuGroup, MenuRadio } from "../../../ui/popover/menu-button";
import { hasSuperseded } from "../data/scalars-cache";
import * as messages from "../messages";
import { logs, toggleLog } from "../options/card-options";
import type { Density } from "../options/card-sizes";
import type { Order, Spread } from "../options/tab-options";
import * as view from "../options/tab-options";

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

const DENSITIES: readonly (readonly [Density, string])[] = [
  ["S", messages.small],
  ["M", messages.medium],
  ["L", messages.large],
];

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

export function DisplayItems() {
  const hasOld = hasSuperseded.value || view.showsSuperseded.value;
  return (
    <>
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
        title={messages.cardSize}
        value={view.density}
        choices={DENSITIES}
        onChoose={view.chooseDensity}
      />
      <Choice
        title={messages.valueOrder}
        value={view.order}
        choices={ORDERS}
        onChoose={view.chooseOrder}
      />
    </>
  );
}
