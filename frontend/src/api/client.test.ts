import { expect, it } from "vitest";
import { answerFrom, putJson } from "./client";

it("sends texts that UTF-8 can hold", async () => {
  const sent: unknown[] = [];
  answerFrom({
    answer: (_, init) => {
      sent.push(JSON.parse(String(init.body)));
      return Promise.resolve(new Response("{}"));
    },
    fileUrl: (url) => url,
  });
  await putJson("api/state/part", { value: { title: "half \ud83d", whole: "😀", at: [1, null] } });
  expect(sent).toEqual([{ value: { title: "half \ufffd", whole: "😀", at: [1, null] } }]);
});
