import { expect, it } from "vitest";
import { urlText } from "../address/url-state";
import { cardSize, chooseCardSize } from "./card-size";

it("is the size in the address, and medium where that is none", () => {
  expect(cardSize.value).toBe("M");
  for (const size of ["S", "L", "M"] as const) {
    chooseCardSize(size);
    expect(cardSize.value).toBe(size);
  }
  urlText("cards").value = "XXL";
  expect(cardSize.value).toBe("M");
});
