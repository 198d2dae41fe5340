/** The HTTP API's types. */
export interface components {
  schemas: {
    LogDirectory: { path: string; exists: boolean; entries: number };
    Loading: {
      state: "reading" | "ready";
      bytes_done: number;
      bytes_total: number;
      files: number;
      runs: number;
      points: number;
    };
    Status: {
      name: string;
      version: string;
      log_directories: components["schemas"]["LogDirectory"][];
      read_only: boolean;
      loading: components["schemas"]["Loading"];
      generation: number;
      reload_interval: number;
    };
    Warning: { file: string; offset: number; kind: string; message: string };
    Run: {
      id: string;
      name: string;
      path: string;
      first_wall_time: number | null;
      last_wall_time: number | null;
      last_step: number | string | null;
      state: "running" | "stalled" | "done" | "failed";
      tags: { [kind: string]: number };
      warnings: components["schemas"]["Warning"][];
    };
    Runs: { generation: number; runs: components["schemas"]["Run"][] };
    Tag: {
      tag: string;
      kind: string;
      display_name: string;
      description: string;
      runs: string[];
    };
    Tags: { generation: number; tags: components["schemas"]["Tag"][] };
    Graph: {
      id: string;
      run: string;
      tag: string;
      kind: "op" | "conceptual" | "profile";
      nodes: number;
      edges: number;
      fingerprint: string;
    };
    Graphs: { generation: number; graphs: components["schemas"]["Graph"][] };
    Annotation: {
      name: string;
      label: string;
      kind: "constant" | "summary";
      op: string;
      shape: string | null;
    };
    Node: {
      name: string;
      label: string;
      kind: "op" | "metanode" | "series" | "function";
      op: string;
      device: string;
      role: "main" | "in_extract" | "out_extract";
      reason: string | null;
      count: number;
      expandable: boolean;
      annotations: components["schemas"]["Annotation"][];
    };
    Edge: {
      source: string;
      target: string;
      kind: "data" | "control" | "reference";
      tensors: number;
      label: string | null;
      elements: number | null;
      bytes: number | null;
      cut: boolean;
    };
    Bridge: {
      node: string;
      neighbour: string;
      direction: "in" | "out";
      kind: "data" | "control" | "reference";
      tensors: number;
      label: string | null;
      elements: number | null;
      bytes: number | null;
    };
    Scope: {
      name: string;
      hash: string;
      nodes: components["schemas"]["Node"][];
      edges: components["schemas"]["Edge"][];
      bridges: components["schemas"]["Bridge"][];
    };
  };
}
