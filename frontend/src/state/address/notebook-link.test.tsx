import { expect, test } from "vitest";

test("in a cell of a notebook a link is the query of the view, however long", async () => {
  const boot = document.createElement("script");
  boot.id = "boot";
  boot.type = "application/json";
  boot.textContent = JSON.stringify({ notebook: { view: "", is_dark: false } });
  document.head.append(boot);
  const { linkTo } = await import("./url-state");
  const { isServed } = await import("../base/boot");
  const long = `tab=graph&${Array.from({ length: 900 }, (_, at) => `open=n${at}`).join("&")}`;
  expect(await linkTo(long)).toEqual({ url: `?${long}`, isWhole: true });
  expect(isServed).toBe(false);
});
