/** The items of the menu that says how the graph is drawn. */
import { MenuGroup, MenuRadio } from "../../../ui/popover/menu-button";
import { STYLE_KEYS, STYLES } from "../options/layout-options";
import { useOptions } from "../session/session-context";

export function LayoutItems() {
  const { layout } = useOptions();
  const style = layout.style.value;
  return STYLE_KEYS.map((key) => (
    <MenuGroup key={key} title={STYLES[key].title}>
      {STYLES[key].choices.map(({ value, text }) => (
        <MenuRadio
          key={value}
          isChosen={style[key] === value}
          onChoose={() => layout.set(key, value)}
        >
          {text}
        </MenuRadio>
      ))}
    </MenuGroup>
  ));
}
