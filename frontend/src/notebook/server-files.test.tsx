import { expect, test } from "vitest";
import type { Channel } from "./channel";
import { loadThrough } from "./server-files";

test("pictures and downloads of the server come through the channel, others as they are", async () => {
  const requested: string[] = [];
  const fetch = async (url: string) => {
    requested.push(url);
    return new Response(url, { status: url.includes("missing") ? 404 : 200 });
  };
  loadThrough({ fetch } as unknown as Channel);
  const image = document.createElement("img");
  image.src = "api/images/sample?tag=x";
  expect(image.src).toBe("api/images/sample?tag=x");
  await expect.poll(() => image.getAttribute("src")).toMatch(/^blob:/);
  image.src = "api/images/missing";
  await expect.poll(() => image.getAttribute("src")).toBe("blob:null/missing");
  image.src = "blob:own";
  expect(image.getAttribute("src")).toBe("blob:own");

  const saved: string[] = [];
  document.addEventListener("click", (press) => {
    saved.push((press.target as HTMLElement).getAttribute("href") ?? "");
    press.preventDefault();
  });
  const link = document.createElement("a");
  document.body.append(link);
  link.href = "api/export?format=csv";
  link.download = "points.csv";
  link.click();
  await expect.poll(() => requested).toHaveLength(3);
  link.setAttribute("href", "#elsewhere");
  link.click();
  expect(saved).toEqual(["#elsewhere"]);
  expect(requested).toEqual([
    "api/images/sample?tag=x",
    "api/images/missing",
    "api/export?format=csv",
  ]);
});
