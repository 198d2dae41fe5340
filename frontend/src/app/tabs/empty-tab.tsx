/** What a tab says that has nothing to show: what is missing, and the calls that write it. */
import { runCount } from "../../state/runs/runs";
import { EmptyState } from "../../ui/feedback/empty-state";
import * as messages from "../messages";
import { emptyTitle, type TabEntry } from "./tabs";

interface WritingCall {
  readonly framework: string;
  readonly code: string;
}

/** The calls that write what a tab shows, by the id of the tab. */
export const WRITING_CALLS: Readonly<Record<string, readonly WritingCall[]>> = {
  scalars: [
    { framework: "PyTorch", code: 'writer.add_scalar("loss", loss, step)' },
    { framework: "TensorFlow", code: 'tf.summary.scalar("loss", loss, step=step)' },
    {
      framework: "Keras",
      code: "board = keras.callbacks.TensorBoard(logdir)\nmodel.fit(x, y, callbacks=[board])",
    },
  ],
  graph: [
    { framework: "PyTorch", code: "writer.add_graph(model, example_input)" },
    {
      framework: "TensorFlow",
      code: "tf.summary.graph(step.get_concrete_function(x).graph)",
    },
    {
      framework: "Keras",
      code: "board = keras.callbacks.TensorBoard(logdir)\nmodel.fit(x, y, callbacks=[board])",
    },
  ],
  distributions: [
    { framework: "PyTorch", code: 'writer.add_histogram("weights", layer.weight, step)' },
    { framework: "TensorFlow", code: 'tf.summary.histogram("weights", weights, step=step)' },
    {
      framework: "Keras",
      code: "keras.callbacks.TensorBoard(logdir, histogram_freq=1)",
    },
  ],
  media: [
    { framework: "PyTorch", code: 'writer.add_image("sample", image, step)' },
    { framework: "TensorFlow", code: 'tf.summary.image("sample", images, step=step)' },
    { framework: "TensorFlow", code: 'tf.summary.audio("speech", audio, rate, step=step)' },
    { framework: "PyTorch", code: 'writer.add_mesh("cloud", vertices, global_step=step)' },
  ],
  text: [
    { framework: "PyTorch", code: 'writer.add_text("note", "**bold**", step)' },
    { framework: "TensorFlow", code: 'tf.summary.text("note", "**bold**", step=step)' },
  ],
  hparams: [
    { framework: "PyTorch", code: 'writer.add_hparams({"lr": 0.1}, {"accuracy": accuracy})' },
    { framework: "TensorFlow", code: 'hp.hparams({"lr": 0.1})' },
    {
      framework: "Keras",
      code: 'model.fit(x, y, callbacks=[hp.KerasCallback(logdir, {"lr": 0.1})])',
    },
  ],
  curves: [
    { framework: "PyTorch", code: 'writer.add_pr_curve("class 0", labels, scores, step)' },
    {
      framework: "TensorFlow",
      code: 'tensorboard.plugins.pr_curve.summary.op("class 0", labels, scores, 201)',
    },
  ],
  custom: [
    {
      framework: "PyTorch",
      code: 'writer.add_custom_scalars_multilinechart(["loss/train", "loss/test"])',
    },
  ],
  projector: [{ framework: "PyTorch", code: "writer.add_embedding(vectors, metadata=labels)" }],
  tensors: [{ framework: "PyTorch", code: 'writer.add_tensor("weights", layer.weight, step)' }],
};

export function EmptyTab({ tab }: { tab: TabEntry }) {
  return (
    <EmptyState title={emptyTitle(tab)}>
      <p>{messages.emptyTabDetail(runCount.value, tab.lacks)}</p>
      {WRITING_CALLS[tab.id]?.map(({ framework, code }) => (
        <>
          <h3>{framework}</h3>
          <pre>{code}</pre>
        </>
      ))}
    </EmptyState>
  );
}
