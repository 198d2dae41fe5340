/** Lines that few visits draw: their code comes with the first card that wants them. */
import { useLayoutEffect } from "preact/hooks";
import { type LateCode, lateCode } from "../../../state/base/late-code";

export const groupLinesCode = lateCode(() => import("./group-lines"));
export const customBandsCode = lateCode(() => import("./custom-bands"));
export const lastPointsCode = lateCode(() => import("./last-points"));
export const supersededLinesCode = lateCode(() => import("./superseded-lines"));

/** The module once it is there; null until then, and where it is not wanted. */
export function useWanted<T>(code: LateCode<T>, isWanted: boolean): T | null {
  useLayoutEffect(() => {
    // A toast says so where it cannot be loaded.
    if (isWanted) code.load()?.catch(() => {});
  }, [code, isWanted]);
  const module = code.module.value;
  return isWanted ? module : null;
}
