/** The lines below a picture: whose graph it is, how much of it, and what its shapes mean. */
import { type Rect, rectsOverlap } from "../../../lib/geometry/geometry";
import type { Brush } from "../render/draw-nodes";
import { cutText } from "../render/text-metrics";
import { fontOf, type MeasureText } from "../scene/node-size";
import type { Scene } from "../scene/scene";
import { KEY_WIDTH, type Key, keysFor } from "./legend-entries";

/** Sizes in a caption under a drawing of default size, in world units. */
const TITLE_SIZE = 14;
const TEXT_SIZE = 11;
const PADDING = 14;
const TITLE_ROW = 20;
const TEXT_ROW = 18;
const KEY_GAP = 8;
const ENTRY_GAP = 20;
/** Under a wider drawing all of a caption grows, so that it can be read where all is in sight. */
const DEFAULT_WIDTH = 1_100;

interface PlacedKey {
  readonly key: Key;
  /** As much of its text as has room. */
  readonly text: string;
  /**
   * From the caption's corner, in units of a caption of default size; y is the middle of the row.
   */
  readonly x: number;
  readonly y: number;
}

export interface Caption {
  readonly title: string;
  readonly details: string;
  readonly keys: readonly PlacedKey[];
  /** World units per unit of a caption of default size. */
  readonly unit: number;
  /** In world units. */
  readonly height: number;
}

/** `least` is how many units of the scene a pixel of the picture takes. */
export function composeCaption(
  scene: Scene,
  worldArea: Rect,
  title: string,
  details: string,
  more: readonly Key[],
  measure: MeasureText,
  least: number,
): Caption {
  const unit = Math.max(least, worldArea.width / DEFAULT_WIDTH);
  const room = worldArea.width / unit - 2 * PADDING;
  const boxes = scene.boxes.filter(({ worldRect }) => rectsOverlap(worldRect, worldArea));
  const keys = placeKeys([...keysFor(boxes, scene.edges), ...more], room, measure);
  const rows = (keys.at(-1)?.y ?? PADDING + TITLE_ROW + TEXT_ROW) + TEXT_ROW / 2;
  return {
    title: cutText(title, fontOf("metanode", TITLE_SIZE), room, measure),
    details: cutText(details, fontOf("op", TEXT_SIZE), room, measure),
    keys,
    unit,
    height: (rows + PADDING) * unit,
  };
}

function placeKeys(keys: readonly Key[], room: number, measure: MeasureText): PlacedKey[] {
  const font = fontOf("op", TEXT_SIZE);
  let x = PADDING;
  let y = PADDING + TITLE_ROW + TEXT_ROW + TEXT_ROW / 2 + 4;
  return keys.map((key) => {
    const text = cutText(key.text, font, room - KEY_WIDTH - KEY_GAP, measure);
    const width = KEY_WIDTH + KEY_GAP + measure(text, font);
    if (x > PADDING && x + width > PADDING + room) {
      x = PADDING;
      y += TEXT_ROW;
    }
    const placed = { key, text, x, y };
    x += width + ENTRY_GAP;
    return placed;
  });
}

export function drawCaption(brush: Brush, caption: Caption, left: number, top: number): void {
  const { context, palette } = brush;
  const { unit } = caption;
  context.textAlign = "left";
  context.textBaseline = "middle";
  const write = (text: string, font: string, colour: string, x: number, y: number): void => {
    context.font = font;
    context.fillStyle = colour;
    context.fillText(text, left + x * unit, top + y * unit);
  };
  const small = fontOf("op", TEXT_SIZE * unit);
  const titleMiddle = PADDING + TITLE_ROW / 2;
  const detailsMiddle = PADDING + TITLE_ROW + TEXT_ROW / 2;
  write(caption.title, fontOf("metanode", TITLE_SIZE * unit), palette.text, PADDING, titleMiddle);
  write(caption.details, small, palette.textSoft, PADDING, detailsMiddle);
  for (const { key, text, x, y } of caption.keys) {
    key.draw(brush, left + x * unit, top + y * unit, unit);
    write(text, small, palette.textSoft, x + KEY_WIDTH + KEY_GAP, y);
  }
}
