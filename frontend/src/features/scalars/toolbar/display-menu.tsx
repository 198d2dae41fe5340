/** How all cards are drawn: what is chosen once, and seldom. */
import type { ReadonlySignal } from "@preact/signals";
import { MenuButton, MenuCheck, MenuGroup, MenuRadio } from "../../../ui/popover/menu-button";
import { hasSuperseded } from "../data/scalars-cache";
import { logs, toggleLog } from "../options/card-options";
import type { Density } from "../options/card-sizes";
import type { Order, Spread } from "../options/tab-options";
import * as view from "../options/tab-options";

const SPREADS: readonly (readonly [Spread | "off", string])[] = [
  ["off", "Each run"],
  ["std", "Mean ± standard deviation"],
  ["stderr", "Mean ± standard error"],
  ["ci95", "Mean, 95 % confidence interval"],
  ["range", "Mean, least to greatest"],
];

const ORDERS: readonly (readonly [Order, string])[] = [
  ["nearest", "Nearest to the cursor first"],
  ["default", "As in the run table"],
  ["alphabetical", "By name"],
  ["ascending", "Least value first"],
  ["descending", "Greatest value first"],
];

const DENSITIES: readonly (readonly [Density, string])[] = [
  ["S", "Small"],
  ["M", "Medium"],
  ["L", "Large"],
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

export function DisplayMenu() {
  const hasOld = hasSuperseded.value || view.showsSuperseded.value;
  return (
    <MenuButton icon="sliders" label="Display">
      <Choice
        title="Runs of a group"
        value={view.spread}
        choices={SPREADS}
        onChoose={view.chooseSpread}
      />
      <MenuGroup title="Draw">
        <MenuCheck isOn={logs.x.value} shortcut="Shift+L" onChoose={() => toggleLog("x")}>
          Logarithmic x axis
        </MenuCheck>
        <Switch value={view.outliers} on="hidden" off="shown" onChoose={view.chooseOutliers}>
          Ignore outliers
        </Switch>
        <Switch value={view.envelope} on="on" off="off" onChoose={view.chooseEnvelope}>
          Extremes of buckets
        </Switch>
        {hasOld && (
          <Switch value={view.superseded} on="shown" off="hidden" onChoose={view.chooseSuperseded}>
            Superseded points
          </Switch>
        )}
        <Switch value={view.zooms} on="linked" off="own" onChoose={view.chooseZooms}>
          Zoom all charts together
        </Switch>
      </MenuGroup>
      <Choice
        title="Card size"
        value={view.density}
        choices={DENSITIES}
        onChoose={view.chooseDensity}
      />
      <Choice
        title="Order of values"
        value={view.order}
        choices={ORDERS}
        onChoose={view.chooseOrder}
      />
    </MenuButton>
  );
}
