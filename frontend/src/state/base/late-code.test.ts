import { expect, it } from "vitest";
import * as messages from "../messages";
import { lateCode } from "./late-code";
import { shownToasts } from "./toasts";

it("fetches a module once for all that want it, and says when it is there", async () => {
  let fetches = 0;
  const late = lateCode(async () => {
    fetches += 1;
    return "code";
  });
  expect(late.module.value).toBeNull();
  expect(fetches).toBe(0);
  expect(await Promise.all([late.load(), late.load()])).toEqual(["code", "code"]);
  expect(late.module.value).toBe("code");
  expect(late.load()).toBeNull();
  expect(fetches).toBe(1);
});

it("fetches again what could not be fetched", async () => {
  let isReached = false;
  const late = lateCode(async () => {
    if (!isReached) throw new Error("no server");
    return "code";
  });
  await expect(late.load()).rejects.toThrow("no server");
  expect(late.module.value).toBeNull();
  expect(shownToasts.value.map(({ text }) => text)).toEqual([messages.codeNotLoaded]);
  isReached = true;
  expect(await late.load()).toBe("code");
});
