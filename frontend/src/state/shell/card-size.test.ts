import { expect, it } from "vitest";
import { urlText } from "../address/url-state";
import { CARD_SIZES, cardSize, chooseCardSize } from "./card-size";

it("is the size in the address, and medium where that is none", () => {
  expect(cardSize.value).toBe("M");
  for (const size of CARD_SIZES) {
    chooseCardSize(size);
    expect(cardSize.value).toBe(size);
  }
  urlText("cards").value = "XXL";
  expect(cardSize.value).toBe("M");
});
