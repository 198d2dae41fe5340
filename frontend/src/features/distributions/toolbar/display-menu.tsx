/** How all cards are drawn: what is chosen once, and seldom. */
import { shownRuns } from "../../../state/runs/runs";
import { cardSize, chooseCardSize } from "../../../state/shell/card-size";
import { CardSizeItems } from "../../../ui/layout/card-size-items";
import { display } from "../../../ui/layout/messages";
import { MenuButton, MenuCheck, MenuGroup, MenuRadio } from "../../../ui/popover/menu-button";
import * as messages from "../messages";
import * as view from "../options/tab-options";

export function DisplayMenu() {
  const canStack = shownRuns.value.length > 1 && view.mode.value !== "heatmap";
  return (
    <MenuButton icon="sliders" label={display}>
      <MenuGroup title={messages.draw}>
        <MenuCheck isOn={view.logCounts.value} shortcut="l" onChoose={view.toggleLog}>
          {messages.logCount}
        </MenuCheck>
        {canStack && (
          <MenuCheck isOn={view.isStacked.value} onChoose={view.toggleStacked}>
            {messages.overlayRuns}
          </MenuCheck>
        )}
        {view.showsSuperseded.value && (
          <MenuCheck isOn={true} onChoose={view.toggleSuperseded}>
            {messages.overwrittenSteps}
          </MenuCheck>
        )}
      </MenuGroup>
      <MenuGroup title={messages.valueAxis}>
        {view.TAILS.map((tails) => (
          <MenuRadio
            key={tails}
            isChosen={view.tails.value === tails}
            onChoose={() => view.chooseTails(tails)}
          >
            {messages.tailsNames[tails]}
          </MenuRadio>
        ))}
      </MenuGroup>
      <CardSizeItems size={cardSize.value} onChoose={chooseCardSize} />
    </MenuButton>
  );
}
