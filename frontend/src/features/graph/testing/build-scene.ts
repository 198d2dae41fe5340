/** From scopes to a scene without a worker, with text as wide as its number of letters. */
import { type LayoutCache, layOutScopes } from "../layout/compound/layout-scopes";
import { DEFAULT_OPTIONS, type LayoutOptions } from "../layout/request";
import { layoutSubject } from "../scene/layout-request";
import { composeScene, type Scene } from "../scene/scene";
import type { Scope } from "../scope/model";
import { visibleGraph } from "../visible/visible-graph";
import { emptyCache } from "./whole-engine";

export const measureLetters = (text: string): number => 6 * text.length;

export function buildScene(
  scopes: ReadonlyMap<string, Scope>,
  opened: readonly string[],
  cache: LayoutCache = emptyCache(),
  style: LayoutOptions = DEFAULT_OPTIONS,
): Scene {
  const visible = visibleGraph((name) => scopes.get(name), new Set(opened));
  if (visible === undefined) throw new Error("The scopes have no top level.");
  const subject = layoutSubject(visible.top, measureLetters, style);
  return composeScene(subject, layOutScopes(subject.request, cache));
}
