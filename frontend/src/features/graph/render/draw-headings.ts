/**
 * Headings over the columns of a drawing: "Main graph", "Auxiliary nodes", and "Functions" over the
 * library of functions. They are as large on the screen at any zoom, and are left out where they
 * would lie on a node.
 */
import { type Rect, rectsOverlap, rectUnion } from "../../../lib/geometry/geometry";
import * as messages from "../messages";
import { fontOf, type MeasureText } from "../scene/node-size";
import { footprint, type Scene, type SceneBox } from "../scene/scene";
import { columnsOf } from "./draw-auxiliary";
import type { Brush } from "./draw-nodes";
import { type Fade, fadeIn, SIGNS_BELOW } from "./fading";
import type { SignSpace } from "./signs/sign-ranges";

/** In view pixels; in the units of the scene where a picture is drawn larger than on the screen. */
const TEXT_PX = 12;
const GAP_PX = 6;
/** The zooms over which the headings of columns inside open scopes come. */
const INNER_COME: Fade = [0.5, 0.6];

interface Heading {
  readonly text: string;
  /** What it stands above. */
  readonly below: Rect;
  readonly opacity: number;
}

const known = new WeakMap<Scene, ReadonlyMap<string, readonly Heading[]>>();

/** The headings of the top level, and those inside open scopes where they can be read. */
export function drawHeadings(brush: Brush, scene: Scene): void {
  const { context, scale, palette } = brush;
  const unit = 1 / Math.min(1, scale);
  const font = fontOf("metanode", TEXT_PX * unit);
  context.font = font;
  context.textAlign = "left";
  context.textBaseline = "alphabetic";
  for (const [scope, headings] of headingsOf(scene)) {
    const seen = scope === "" ? 1 : fadeIn(scale, INNER_COME);
    if (seen === 0) continue;
    const written: Rect[] = [];
    for (const { text, below, opacity } of headings) {
      const area = areaAbove(below, brush.measure(text, font), unit);
      if (isCovered(scene, scope, area) || written.some((one) => rectsOverlap(one, area))) continue;
      written.push(area);
      context.globalAlpha = opacity * seen;
      context.fillStyle = palette.textSoft;
      context.fillText(text, area.x, area.y + TEXT_PX * unit);
    }
  }
  context.globalAlpha = 1;
}

/** What the headings of the top level cover at the zooms that have signs. */
export function headingSpaces(scene: Scene, measure: MeasureText): SignSpace[] {
  const font = fontOf("metanode", TEXT_PX);
  const spaces = (headingsOf(scene).get("") ?? []).map(({ text, below }) => {
    const right = measure(text, font);
    // One that has no room at the largest of these zooms has none at smaller ones.
    const isLeftOut = isCovered(scene, "", areaAbove(below, right / SIGNS_BELOW, 1 / SIGNS_BELOW));
    const [left, top, bottom] = [0, -TEXT_PX - GAP_PX, -GAP_PX];
    return isLeftOut ? [] : [{ worldX: below.x, worldY: below.y, left, right, top, bottom }];
  });
  return spaces.flat();
}

/** The headings by scope, none for a scope whose nodes are all in the main graph. */
export function headingsOf(scene: Scene): ReadonlyMap<string, readonly Heading[]> {
  const found = known.get(scene) ?? findHeadings(scene);
  known.set(scene, found);
  return found;
}

function findHeadings(scene: Scene): Map<string, readonly Heading[]> {
  const headings = new Map<string, readonly Heading[]>();
  for (const [scope, columns] of columnsOf(scene)) {
    const inScope = scene.boxes.filter((box) => box.scope === scope);
    const auxiliary = columns.map(({ isLibrary, rect, opacity }) => {
      const text = isLibrary ? messages.functions : messages.auxiliaryNodes;
      return { text, below: rect, opacity };
    });
    headings.set(scope, [...mainHeading(scope, inScope), ...auxiliary]);
  }
  return headings;
}

/** The title of an open scope already says what its main part is. */
function mainHeading(scope: string, inScope: readonly SceneBox[]): Heading[] {
  const main = inScope.filter(({ node }) => node.role === "main").map(footprint);
  const [first, ...others] = main;
  if (scope !== "" || first === undefined) return [];
  return [{ text: messages.mainGraph, below: others.reduce(rectUnion, first), opacity: 1 }];
}

function areaAbove({ x, y }: Rect, width: number, unit: number): Rect {
  const height = (TEXT_PX + GAP_PX) * unit;
  return { x, y: y - height, width, height };
}

function isCovered({ boxes, boxIndex }: Scene, scope: string, area: Rect): boolean {
  return boxIndex
    .near(area)
    .map((index) => boxes[index])
    .some((box) => box?.scope === scope && rectsOverlap(footprint(box), area));
}
