/** The texts of the media tab. */
import { bytesText, counted, countText, decimalText } from "../../lib/format/number";

// audio/audio-card
export const stepValue = (step: number): string => `step ${countText(step)}`;
export const audioFailed = "Could not load the audio";
export const stepCount = (count: number): string => counted(count, "step");
export const stepsFailed = "Could not load the steps";

// audio/audio-row
export const audioDecodeFailed = "Could not decode this audio clip.";
export const seconds = (seconds: number): string => `${decimalText(seconds, 2)} s`;
export const hertz = (rate: number): string => `${countText(rate)} Hz`;
export const channelCount = (channels: number): string => counted(channels, "channel");
export const unsupportedAudio = "Unsupported audio format";
export const pauseAudio = "Pause audio";
export const playAudio = "Play audio from the last position";
export const playPosition = "Playback position";
export const downloadAudio = "Download this audio clip";
export const download = "Download";

// card/export-menu
export const exportOneStep = (count: number): string =>
  `Shown here: 1 step of ${counted(count, "run")}`;
export const exportSteps = (steps: number, count: number): string =>
  `Shown here: up to ${countText(steps)} steps of ${counted(count, "run")}`;
export const exportEveryStep = (all: number, count: number): string =>
  `Every step: ${countText(all)} of ${counted(count, "run")}`;
export const exportAll = "Every sample, as logged (ZIP)";
export const tooManyForOneFile = (text: string): string =>
  `${text}: too many for one file; show fewer`;
export const firstSample = "One file: first sample";
export const firstSampleWithMore = (others: number): string =>
  `One file: first sample; ${counted(others, "more run")} only in the ZIP`;
export const runAndStep = (runName: string, step: number): string =>
  `${runName}, step ${countText(step)}`;
export const exportOf = (name: string): string => `Export ${name}`;
export const runsAndSteps = "Runs and steps";

// card/media-pages
export const valuesPager = "values at a step";
export const samplesPager = "samples";

// card/step-slider
export const previousStep = "Previous step";
export const stepOf = (label: string): string => `Step of ${label}`;
export const nextStep = "Next step";
export const exactStepOf = (label: string): string => `Exact step of ${label}`;
export const linked = "linked";
export const linkedTitle = "Use the step of all cards and tabs";

// images/image-card
export const sampleLabel = (tag: string, runName: string, step: number, first: number): string =>
  `${tag}, ${runName}, step ${countText(step)}, sample ${countText(first)}`;
export const stepAndValue = (number: number, nth: number, most: number): string =>
  `step ${countText(number)}, value ${countText(nth)} of ${countText(most)}`;
export const imagesFailed = "Could not load the images";
export const moreRunsNotDrawn = (count: number): string =>
  `${counted(count, "more run")} not drawn. Show fewer runs to see all.`;

// images/image-tile
export const invalidImage = (bytes: number): string => `Not a valid image (${bytesText(bytes)})`;
export const emptyImage = "Image without pixels";
export const imageTooLarge = (width: number, height: number): string =>
  `Image too large to draw (${width} × ${height} pixels)`;
export const imageDecodeFailed = "The browser cannot decode this image.";
export const openImage = (alt: string): string => `Open ${alt}`;
export const imageTitle = (width: number, height: number, bytes: number): string =>
  `${width} × ${height}, ${bytesText(bytes)}. Ctrl+scroll zooms all images.`;

// animation/player-controls
export const playAnimation = (label: string): string => `Play ${label}`;
export const pauseAnimation = (label: string): string => `Pause ${label}`;
export const frameOf = (label: string): string => `Frame of ${label}`;
export const frameCount = (frame: number, count: number): string =>
  `${countText(frame)} / ${countText(count)}`;
export const frameAndTime = (frame: number, count: number, seconds: number): string =>
  `frame ${countText(frame)} of ${countText(count)}, ${decimalText(seconds, 2)} s`;

// video/video-card
export const videoLabel = (tag: string, run: string, step: string): string =>
  `${tag}, ${run}, ${step}`;
export const videosFailed = "Could not load the list of videos";
export const noStep = "no step";
export const outsideRuns = "Not in a run";

// video/video-tile
export const videoDecodeFailed = "The browser cannot play this video.";

// media-tab
export const videos = "Videos";
export const images = "Images";
export const audio = "Audio";
export const tagCount = (count: number): string => counted(count, "tag");
export const meshes = "Meshes";
export const openFirst = "Open the first image of the focused card, or play its first audio clip";
export const tagsFailed = "Could not load the tags";
export const loadingTags = "Loading images, audio, videos and meshes…";
export const nothingToShow = "No images, audio, videos or meshes to show";
export const noTagMatches = "No tag of the shown runs matches the filter.";

// media-toolbar
export const media = "Media";
export const imageSize = "Image size";
export const steps = "Steps";
export const brightness = "Brightness";
export const contrast = "Contrast";
export const linkCameras = "Link cameras";
export const linkCamerasTitle = "View all meshes from the same camera position";
export const reset = "Reset";

// meshes/bounding-box
export const pointCount = (vertices: number): string => counted(vertices, "point");
export const vertexCount = (vertices: number): string => counted(vertices, "vertex", "vertices");
export const faceCount = (faces: number): string => counted(faces, "face");
export const boxText = (sides: string, x: string, y: string, z: string): string =>
  `${sides} about (${x}, ${y}, ${z})`;

// meshes/mesh-canvas
export const meshHint =
  "Drag or use the arrow keys to rotate, Ctrl+scroll or + and − to zoom, double-click or 0 to reset.";

// meshes/mesh-card
export const meshLabel = (
  name: string,
  runName: string,
  step: number,
  description: string,
): string => `${name}, ${runName}, step ${countText(step)}: ${description}`;
export const stepAndSize = (step: number, description: string): string =>
  `step ${countText(step)}, ${description}`;
export const meshFailed = "Could not load the mesh";
export const ofTotal = (total: number): string => `of ${countText(total)}`;
export const value = "Value";
export const sample = "Sample";

// meshes/shared-renderer
export const noWebgl = "The browser does not support WebGL, which meshes need.";

// tab-export
export const imagesZip = "Images of every step (ZIP)";
export const audioZip = "Audio of every step (ZIP)";

// viewer/keyboard
export const closeViewer = "Close the viewer";
export const nextStepOfImageA = "Next step of image A";
export const previousStepOfImageA = "Previous step of image A";
export const forward10StepsInImage = "Forward 10 steps in image A";
export const back10StepsInImage = "Back 10 steps in image A";
export const firstStepOfImageA = "First step of image A";
export const lastStepOfImageA = "Last step of image A";
export const nextSampleOfBoth = "Next sample of both images";
export const previousSampleOfBoth = "Previous sample of both images";

// viewer/viewer-canvas
export const layerLabel = (tag: string, runName: string, step: number): string =>
  `${tag}, ${runName}, step ${countText(step)}`;
export const sampleLabelInViewer = (
  tag: string,
  runName: string,
  step: number,
  sample: number,
): string => `${tag}, ${runName}, step ${countText(step)}, sample ${countText(sample)}`;
export const sizesDiffer = (one: string, other: string): string =>
  `The images differ in size (${one} and ${other} pixels). Each is scaled to fit the frame.`;
export const pairLabel = (first: string, second: string): string => `${first} and ${second}`;
export const dividerPosition = "Divider position";
export const differenceLabel = (pair: string): string => `Difference of ${pair}`;

export const videosSideBySide = "Videos can be compared side by side only.";

// viewer/viewer-chooser
export const previousSample = (label: string): string => `Previous sample of image ${label}`;
export const sampleOfImage = (label: string): string => `Sample of image ${label}`;
export const nextSample = (label: string): string => `Next sample of image ${label}`;
export const runOfImage = (label: string): string => `Run of image ${label}`;
export const stepOfImage = (label: string): string => `Step of image ${label}`;
export const exactStepOfImage = (label: string): string => `Exact step of image ${label}`;

// viewer/viewer
export const sideBySide = "Side by side";
export const wipe = "Wipe";
export const wipeTitle = "Image B over image A, divided by a line";
export const difference = "Difference";
export const differenceTitle = "Black where the images are equal";
export const compareWith = "Compare with…";
export const compareMode = "Comparison mode";
export const singleImage = "Single image";
export const fitImage = "Fit image";
export const downloadTitle = "Original image (e)";
export const closeTheViewer = "Close the viewer";
export const viewerLabel = (title: string): string => `Viewer: ${title}`;
export const a = "A";
export const b = "B";
export const noRunHasImage = "No shown run has this image";
