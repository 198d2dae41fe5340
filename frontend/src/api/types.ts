/** The API's types under the names the page uses. Everything else imports them from here. */
import type { components } from "./schema.gen";

type Schemas = components["schemas"];

export type Status = Schemas["Status"];
export type Loading = Schemas["Loading"];
export type ServerNotice = Schemas["NoticeAnswer"];
export type LogDirectory = Schemas["LogDirectory"];
export type Run = Schemas["RunAnswer"];
export type RunWarning = Schemas["RunWarning"];
export type Runs = Schemas["RunsAnswer"];
export type Tag = Schemas["TagAnswer"];
export type Tags = Schemas["TagsAnswer"];
export type Graph = Schemas["GraphAnswer"];
export type Graphs = Schemas["GraphsAnswer"];
export type DroppedGraphs = Schemas["DroppedAnswer"];
export type Scope = Schemas["Scope"];
export type ScopeNode = Schemas["Node"];
export type ScopeEdge = Schemas["Edge"];
export type ScopeBridge = Schemas["Bridge"];
export type ScopeAnnotation = Schemas["Annotation"];
export type Choices = Schemas["ChoicesAnswer"];
export type ChoiceCount = Schemas["ChoiceCountAnswer"];
export type GraphMatches = Schemas["Matches"];
export type GraphMatch = Schemas["Match"];
export type GraphTrace = Schemas["Trace"];
export type NodeCard = Schemas["NodeCard"];
export type NodeCosts = Schemas["NodeCosts"];
export type NodeStatistics = Schemas["NodeStatistics"];
export type CardAttribute = Schemas["CardAttribute"];
export type CardTensor = Schemas["CardTensor"];
export type OpEnds = Schemas["OpEnds"];
export type OtherEnd = Schemas["OtherEnd"];
export type Neighbours = Schemas["Neighbours"];
export type Neighbour = Schemas["Neighbour"];
export type TagLink = Schemas["TagLink"];
export type TagLinks = Schemas["TagLinks"];
export type ScopeColours = Schemas["ScopeColours"];
export type ScopeStatistics = Schemas["ScopeStatistics"];
export type MeasuredStep = Schemas["MeasuredStepAnswer"];
export type RunMetadata = Schemas["RunMetadataAnswer"];
export type HotSpots = Schemas["HotSpots"];
export type HotSpot = Schemas["HotSpot"];
export type StatePart = Schemas["PartAnswer"];
export type PartChange = Schemas["PartChange"];

export type Axis = "step" | "wall_time" | "relative";
