import { render, screen, waitFor } from "@testing-library/preact";
import { expect, test } from "vitest";
import { lazyPart, retryFailedParts } from "./lazy-part";

/** A part whose code cannot be had until the server is back. */
function partOfServer() {
  const server = { isThere: false };
  const Part = lazyPart(async () => {
    if (!server.isThere) throw new TypeError("Failed to fetch");
    return () => <p>the part</p>;
  });
  return { server, Part };
}

test("a part that was fetched ahead in vain shows nothing before it is wanted", async () => {
  const { server, Part } = partOfServer();
  await Part.prefetch();
  expect(Part.isThere.value).toBe(false);
  expect(document.body.textContent).toBe("");
  server.isThere = true;
  await Part.prefetch();
  expect(Part.isThere.value).toBe(true);
  render(<Part />);
  expect(screen.getByText("the part")).toBeTruthy();
});

test("a part that could not be fetched comes by itself when the server is back", async () => {
  const { server, Part } = partOfServer();
  render(<Part />);
  await screen.findByRole("alert");
  retryFailedParts();
  server.isThere = true;
  await waitFor(() => {
    retryFailedParts();
    expect(screen.getByText("the part")).toBeTruthy();
  });
  expect(screen.queryByRole("alert")).toBeNull();
});
