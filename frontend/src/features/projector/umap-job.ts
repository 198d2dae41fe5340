/** A run of UMAP in a worker, which ends with the question or with the answer. */
import { startPageWorker } from "../../lib/browser/start-worker";
import workerUrl from "./umap.worker.ts?worker&url";
import type { UmapAnswer, UmapQuestion } from "./umap-message";

/** Starts; returns how to give it up. */
export function startUmap(
  question: UmapQuestion,
  onAnswer: (answer: UmapAnswer) => void,
  onError: (message: string) => void,
): () => void {
  const worker = startPageWorker(workerUrl);
  worker.onmessage = ({ data }: MessageEvent<UmapAnswer>) => {
    onAnswer(data);
    if (data.part >= 1) worker.terminate();
  };
  worker.onerror = ({ message }) => onError(message);
  worker.postMessage(question);
  return () => worker.terminate();
}
