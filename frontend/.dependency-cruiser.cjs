/** Who may import whom. Each rule carries its reason; scripts/check-layers.mjs runs them. */
const stages = require("./stages.cjs");

/** A rule for each folder of `stages.cjs`: it imports none of those below it in its list. */
const inOrder = Object.entries(stages).flatMap(([root, rows]) =>
  rows.slice(0, -1).map(([folder, holds], index) => ({
    name: `${root.replace("src/", "").replaceAll("/", "-")}-${folder}-imports-no-later-stage`,
    comment: holds,
    severity: "error",
    from: { path: `^${root}/${folder}/`, pathNot: "\\.test\\.tsx?$" },
    to: {
      path: `^${root}/(${rows
        .slice(index + 1)
        .map(([later]) => later)
        .join("|")})/`,
    },
  })),
);

module.exports = {
  forbidden: [
    ...inOrder,
    {
      name: "no-stage-imports-what-composes-it",
      comment: "Files beside the folders put the stages together; a stage that imports them is one with all.",
      severity: "error",
      from: {
        path: `^(${Object.keys(stages).join("|")})/[^/]+/`,
        pathNot: "\\.test\\.tsx?$|/custom/|/layout/[^/]+/",
      },
      // A catalogue of messages composes nothing: every stage may read the texts of its feature.
      to: { path: "^$1/[^/]+\\.tsx?$", pathNot: "/messages\\.ts$" },
    },
    {
      name: "messages-know-only-formats",
      comment: "A catalogue holds texts alone: tests read it without the page.",
      severity: "error",
      from: { path: "/messages\\.ts$" },
      to: { path: "^src/", pathNot: "^src/lib/format/|/messages\\.ts$" },
    },
    {
      name: "no-cycles",
      comment: "A cycle has no reading order: neither file can be understood or tested first.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "lib-imports-nothing-of-ours",
      comment: "lib holds pure functions any layer may use, so it may depend on none of them.",
      severity: "error",
      from: { path: "^src/lib/" },
      to: { path: "^src/", pathNot: "^src/lib/" },
    },
    {
      name: "chart-knows-no-runs-tags-or-http",
      comment: "A chart draws columns it is handed; the same chart serves every feature.",
      severity: "error",
      from: { path: "^src/chart/" },
      to: { path: "^src/", pathNot: "^src/(chart|lib)/" },
    },
    {
      name: "api-knows-only-lib",
      comment: "The client speaks HTTP and types; what is done with an answer is the state's matter.",
      severity: "error",
      from: { path: "^src/api/" },
      to: { path: "^src/", pathNot: "^src/(api|lib)/" },
    },
    {
      name: "state-knows-no-views",
      comment: "State outlives any view of it and is tested without one.",
      severity: "error",
      from: { path: "^src/state/" },
      to: { path: "^src/", pathNot: "^src/(state|api|lib)/" },
    },
    {
      name: "ui-knows-no-data",
      comment: "Buttons and panels are drawn from their properties alone.",
      severity: "error",
      from: { path: "^src/ui/" },
      to: { path: "^src/", pathNot: "^src/(ui|lib)/" },
    },
    {
      name: "features-never-import-each-other",
      comment: "A tab can be loaded lazily, replaced or removed only if no other tab leans on it.",
      severity: "error",
      from: { path: "^src/features/([^/]+)/" },
      to: { path: "^src/features/([^/]+)/", pathNot: "^src/features/$1/" },
    },
    {
      name: "only-app-composes",
      comment: "The shell knows the features; nothing below it knows the shell.",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/(app/|main\\.tsx$|report\\.ts$)" },
      to: { path: "^src/(app/|main\\.tsx$)" },
    },
    {
      name: "layout-is-pure",
      comment:
        "The layout runs in a worker, in Node and in tests: typed arrays in, a scene out, no DOM.",
      severity: "error",
      from: { path: "^src/features/graph/layout/", pathNot: "\\.test\\.ts$" },
      to: {
        path: "^(src|node_modules)/",
        pathNot: "^src/(lib/|features/graph/layout/)",
      },
    },
    {
      name: "graph-is-loaded-lazily",
      comment: "The graph's code is outside the first 120 kB; a static import would pull it in.",
      severity: "error",
      from: { path: "^src/(app/|main\\.tsx$)" },
      to: { path: "^src/features/graph/", dependencyTypesNot: ["dynamic-import"] },
    },
    {
      name: "no-test-code-in-the-page",
      comment: "Test code and its packages never reach the bundle.",
      severity: "error",
      from: { path: "^src/", pathNot: "\\.test\\.tsx?$|/testing/" },
      to: { path: "\\.test\\.tsx?$|/testing/|^node_modules/(vitest|fast-check|happy-dom|@testing-library)/" },
    },
    {
      name: "resolvable",
      comment: "An import that cannot be resolved escapes every other rule.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "^vite/client$" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsConfig: { fileName: "tsconfig.base.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "default", "types"],
      extensions: [".ts", ".tsx", ".js", ".mjs", ".css"],
    },
  },
};
