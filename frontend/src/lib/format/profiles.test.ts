import { expect, it } from "vitest";
import { type Profiles, profilesLocation, profilesTitle, profilesViewer } from "./profiles";

function profiles(more: Partial<Profiles>): Profiles {
  return { format: "xplane", sessions: 1, directories: 1, places: ["train"], ...more };
}

it("counts profiles by format", () => {
  expect(profilesTitle(profiles({}))).toBe("1 TensorFlow or JAX profile");
  expect(profilesTitle(profiles({ format: "torch", sessions: 1200 }))).toBe(
    "1,200 PyTorch profiles",
  );
});

it("says where they are", () => {
  expect(profilesLocation(profiles({}))).toBe("in train");
  expect(profilesLocation(profiles({ places: ["."] }))).toBe("in the log directory");
  expect(profilesLocation(profiles({ places: ["a", "b", "c"], directories: 3 }))).toBe(
    "in a, b and c",
  );
  expect(profilesLocation(profiles({ places: ["a", "b"], directories: 9 }))).toBe(
    "in a, b and 7 more directories",
  );
});

it("names a program for each format", () => {
  const viewers = (["xplane", "torch", "trace", "debugger"] as const).map((format) =>
    profilesViewer(profiles({ format }), "/logs"),
  );
  expect(viewers[0]).toContain("xprof --logdir /logs");
  expect(viewers[1]).toContain("ui.perfetto.dev");
  expect(viewers[2]).toBe(viewers[1]);
  expect(viewers[3]).toContain("tensorboard --logdir /logs");
});
