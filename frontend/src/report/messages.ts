/** The texts of a report: what it does not contain, as the object of “does not include”. */

// respond
export const readOnly = "Reports are read-only.";
export const missing = (what: string): string =>
  `This report does not include ${what}. Open the log directory instead.`;
export const missingBySize = (what: string): string =>
  `This report does not include ${what}. Open the log directory instead, or export the report with a larger --size.`;

// routes
export const profileData = "profile data";
export const serverState = "the state of the server";
export const runs = "the list of runs";
export const tags = "the list of tags";
export const savedState = "saved views and settings";
export const warnings = "the warnings about these runs";
export const columnValues = "the values of this column";
export const graphChanges = "what differs between these graphs";
export const models = "the models of runs";
export const hparams = "the hyper-parameters";
export const comparison = "the comparison of runs";
export const points = "the points of this chart";
export const newExpressions = "expressions other than those of its view";
export const changes = "the changes of this tag";
export const places = "the positions of these comments";
export const histograms = "these histograms";
export const steps = "the steps of this tag";
export const text = "the text of this step";
export const images = "the images of this step";
export const image = "this image";
export const audio = "the audio of this step";
export const audioClip = "this audio clip";
export const meshes = "the list of meshes";
export const videos = "the list of videos";
export const videoFiles = "videos";
export const mesh = "this mesh";
export const curves = "the curves of this step";
export const layouts = "the chart layouts";
export const patternTags = "the tags that match this pattern";
export const tensors = "the list of tensors";
export const embeddings = "the list of embeddings";
export const vectors = "the vectors of this embedding";
export const sprite = "the images of this embedding";
export const neighbours = "nearest neighbours";
export const projectorAxis = "custom axes of embeddings";
export const graphs = "the list of graphs";
export const scope = "the contents of this scope with these settings";
export const scopes = "the contents of these scopes with these settings";
export const nodeDetails = "the details of this node";
export const colours = "node colours other than by structure";
export const graphSearch = "the graph search";
export const traces = "traces through the graph";
export const ruleCounts = "the number of nodes that match a rule";
export const longAttributes = "long attributes of nodes";
export const nodeNeighbours = "lists of adjacent nodes";
export const scopeTags = "which scopes the tags of a run describe";
export const scopeMetrics = "the metrics of scopes";
export const edgeTensors = "the tensors of an edge";
export const progress = "the reading progress";
export const graphDownloads = "graph downloads";
export const pointDownloads = "downloads of all points";
export const valueDownloads = "downloads of all values";
export const imageArchives = "image archives";
export const audioArchives = "audio archives";
export const viewsById = "views by id";
export const newData = "new data";
export const otherAnswers = "this data";
