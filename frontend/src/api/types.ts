/** The API's types under the names the page uses. Everything else imports them from here. */
import type { components } from "./schema.gen";

type Schemas = components["schemas"];

export type Status = Schemas["Status"];
export type Loading = Schemas["Loading"];
export type LogDirectory = Schemas["LogDirectory"];
export type Run = Schemas["Run"];
export type RunWarning = Schemas["Warning"];
export type Runs = Schemas["Runs"];
export type Tag = Schemas["Tag"];
export type Tags = Schemas["Tags"];
export type Graph = Schemas["Graph"];
export type Graphs = Schemas["Graphs"];
export type Scope = Schemas["Scope"];
export type ScopeNode = Schemas["Node"];
export type ScopeEdge = Schemas["Edge"];
export type ScopeBridge = Schemas["Bridge"];
export type ScopeAnnotation = Schemas["Annotation"];

export type Axis = "step" | "wall_time" | "relative";
