/** The texts of the projector tab. */
import { counted, countText, percentText } from "../../lib/format/number";

// colours
export const emptyValue = "(empty)";

// projector-keys
export const previousEmbedding = "Previous embedding";
export const nextEmbedding = "Next embedding";
export const nextPoint = "Next point";
export const previousPoint = "Previous point";

// projector-tab
export const legend = "Colours";
export const sizeNoteSampled = (total: number, dimensions: number, stride: number): string =>
  `${counted(total, "vector")} of ${countText(dimensions)} dimensions; 1 in ${countText(stride)} is drawn.`;
export const sizeNote = (total: number, dimensions: number): string =>
  `${counted(total, "vector")} of ${countText(dimensions)} dimensions.`;
export const umapFailed = (size: string, error: string): string => `${size} UMAP failed: ${error}`;
export const axesFailed = (error: string): string => `Could not compute the axes: ${error}`;
export const firstDrawn = (count: number): string => `First ${countText(count)} drawn.`;
export const umapProgress = (share: number): string => `UMAP ${percentText(share)} done.`;
export const varianceNote = (size: string, share: number): string =>
  `${size} The axes explain ${percentText(share)} of the variance.`;
export const vectorLabel = (row: number): string => `Vector ${row}`;
export const embeddingFailed = "Could not load the embedding";
export const loadingVectors = "Loading vectors…";
export const nothingToShow = "No embeddings to show";
export const noEmbedding = "No directory of the log contains an embedding";
export const noneOfRunsShown = "No embedding in the runs shown";
export const inHiddenRuns = (count: number): string =>
  `${counted(count, "embedding")} in runs that are not shown: tick them in the run table.`;
export const callHint = "A call such as this writes one.";
export const notRead = (message: string): string => `Could not read: ${message}`;

// side-panel
export const cosine = "Cosine";
export const cosineTitle = "Angle between vectors";
export const euclidean = "Euclidean";
export const euclideanTitle = "Distance between vectors";
export const clearSelection = "Clear selection";
export const vector = "Vector";
export const nearestIn = (dimensions: number): string => `Nearest in all ${dimensions} dimensions`;
export const distance = "Distance";
export const neighbourCount = "Number";
export const isolate = "Isolate";
export const isolatePoints = (count: number): string => `Isolate ${countText(count)} points`;
export const isolateTitle = "Show only these points, with principal components of their own";
export const isolatedCount = (count: number, all: number): string =>
  `${countText(count)} of ${countText(all)} points isolated`;
export const showAll = "Show all";
export const neighboursFailed = "Could not find the neighbours";
export const neighbours = "Neighbours";
export const points = "Points";
export const searchLabel = "Search points by metadata";
export const searchTextOrRegex = "Search: text or /regex/";
export const foundCount = (count: number): string => `${countText(count)} found`;
export const foundPoints = "Matching points";
export const clickHint = "Click a point for its metadata and neighbours.";

// axis-fields
export const axesHint =
  "Each axis leads from the mean of the points that one search finds to the mean of those that the other finds. Without both, it is a principal component.";
export const horizontalAxis = "Horizontal axis";
export const verticalAxis = "Vertical axis";
export const axisEnds = { left: "Left", right: "Right", bottom: "Bottom", top: "Top" } as const;
export const axisEndLabel = (end: string): string => `${end} end: search points by metadata`;
export const textOrRegex = "Text or /regex/";

// toolbar
export const pca = "PCA";
export const pcaTitle = "Principal components: the directions of most variance";
export const umap = "UMAP";
export const umapTitle = "Keeps neighbours together; large distances are not meaningful";
export const custom = "Custom";
export const customTitle = "Axes between points that you search for";
export const display = "Display";
export const showLabels = "Labels on points";
export const labelBy = "Label";
export const spherical = "Sphere";
export const sphericalTitle =
  "Subtracts the mean of all vectors and scales each to length 1, so that only directions count";
export const n2d = "2D";
export const n3d = "3D";
export const bookmarks = "Bookmarks";
export const embedding = "Embedding";
export const layout = "Layout";
export const dimensions = "Dimensions";
export const colour = "Colour";
export const none = "none";
export const images = "Images";
export const fitTitle = "Fit all points and reset the rotation (0)";
export const fit = "Fit";
export const projector = "Projector";
export const exportLabel = "Export";
