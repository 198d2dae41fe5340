/** Menu items that choose how large cards are drawn, the same on every tab. */
import { CARD_SIZES, cardSize, chooseCardSize } from "../../state/shell/card-size";
import * as messages from "../messages";
import { MenuButton, MenuGroup, MenuRadio } from "../popover/menu-button";

export function CardSizeItems() {
  return (
    <MenuGroup title={messages.cardSize}>
      {CARD_SIZES.map((size) => (
        <MenuRadio
          key={size}
          isChosen={cardSize.value === size}
          onChoose={() => chooseCardSize(size)}
        >
          {messages.cardSizes[size]}
        </MenuRadio>
      ))}
    </MenuGroup>
  );
}

/** For tabs with no other choice of how cards are drawn. */
export function CardSizeMenu() {
  return (
    <MenuButton icon="sliders" label={messages.display}>
      <CardSizeItems />
    </MenuButton>
  );
}
