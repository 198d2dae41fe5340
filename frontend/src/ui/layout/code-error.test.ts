import { expect, it } from "vitest";
import * as messages from "../messages";
import { codeError } from "./code-error";

it.each([
  "Failed to fetch dynamically imported module: http://localhost/a.js",
  "error loading dynamically imported module: http://localhost/a.js",
  "Importing a module script failed.",
  "Unable to preload CSS for http://localhost/a.css",
])("names no file where code could not be fetched, which is the cause: %s", (reason) => {
  const cause = new TypeError(reason);
  const error = codeError(cause);
  expect(error.message).toBe(messages.codeNotFetched);
  expect(error.cause).toBe(cause);
});

it("leaves other errors as they are", () => {
  const error = new RangeError("Invalid array length");
  expect(codeError(error)).toBe(error);
  expect(codeError("odd").message).toBe("odd");
});
