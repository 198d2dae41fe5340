/**
 * What property tests draw their inputs from: the same in every run, so that whether a change
 * passes depends on the change. With `SCOPEBOARD_EXPLORE=1` each run draws others.
 */
import process from "node:process";
import fc from "fast-check";

if (process.env.SCOPEBOARD_EXPLORE !== "1") fc.configureGlobal({ seed: 1 });
