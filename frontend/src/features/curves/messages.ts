/** The texts of the curves tab. */
import { counted, plainText } from "../../lib/format/number";

// counts-table
export const tp = "TP";
export const truePositives = "True positives";
export const fp = "FP";
export const falsePositives = "False positives";
export const tn = "TN";
export const trueNegatives = "True negatives";
export const fn = "FN";
export const falseNegatives = "False negatives";
export const precision = "Precision";
export const precisionTitle = "TP / (TP + FP)";
export const recall = "Recall";
export const recallTitle = "TP / (TP + FN), the true positive rate";
export const fpr = "FPR";
export const fprTitle = "False positive rate, FP / (FP + TN)";
export const countsOf = (tag: string): string => `Counts of ${tag}`;
export const tagAtThreshold = (tag: string, threshold: number): string =>
  `${tag} at a threshold of ${plainText(threshold)}`;
export const run = "Run";
export const step = "Step";
export const apTitle = "Average precision: area under the precision-recall curve";
export const ap = "AP";
export const areaUnderTheRocCurve = "Area under the ROC curve";
export const auc = "AUC";
export const thresholdTitle = "Threshold of the marked point";
export const threshold = "Threshold";

// curve-card
export const precisionAndRecall = "Precision and recall";
export const roc = "ROC";
export const falsePositiveRate = "False positive rate";
export const truePositiveRate = "True positive rate";
export const areaUnknown = (runName: string): string => `${runName} unknown`;
export const summary = (name: string, tag: string, count: number, parts: string): string =>
  `${name} of ${tag}, ${counted(count, "run")}; areas: ${parts}.`;
export const noRocCounts = "The counts for a ROC curve were not logged.";
export const downloadTag = (tag: string): string => `Download ${tag}`;
export const curvesFailed = "Could not load the curves";
export const stepOf = (tag: string): string => `Step of ${tag}`;
export const nearestSteps = "Nearest logged step of each run";
export const loadingCurves = "Loading curves…";
export const stepsFailed = "Could not load the steps";

// curves-tab
export const thresholdField = "Threshold value";
export const loadingTags = "Loading curve tags…";
export const tagsFailed = "Could not load the tags";
export const curves = "Curves";
export const nothingToShow = "No curves to show";
export const noTagMatches = "No curve tag of the shown runs matches the filter.";
