/** The menu that says how the graph is drawn. */
import { MenuButton, MenuGroup, MenuRadio } from "../../../ui/popover/menu-button";
import { drawingStyle, STYLE_KEYS, STYLES, setStyle } from "../options/layout-options";

export function StyleMenu() {
  const style = drawingStyle.value;
  return (
    <MenuButton icon="workflow" label="Drawing">
      {STYLE_KEYS.map((key) => (
        <MenuGroup key={key} title={STYLES[key].title}>
          {STYLES[key].choices.map(({ value, text }) => (
            <MenuRadio
              key={value}
              isChosen={style[key] === value}
              onChoose={() => setStyle(key, value)}
            >
              {text}
            </MenuRadio>
          ))}
        </MenuGroup>
      ))}
    </MenuButton>
  );
}
