/** Shown where no graph was logged: which calls write one. */
import { EmptyState } from "../../../ui/feedback/empty-state";
import * as messages from "../messages";
import type { GraphOptions } from "../options/graph-options";
import { OpenFileButton } from "../toolbar/open-file-button";
import { MissingGraphNotice } from "./missing-graph-notice";

export interface NoGraphProps {
  /** Given where a graph is there, and the one that it is compared with is not. */
  readonly compared?: GraphOptions;
}

export function NoGraph({ compared }: NoGraphProps) {
  if (compared !== undefined) return <MissingGraphNotice options={compared} />;
  return (
    <EmptyState title={messages.noGraphInTheseRuns}>
      <p>{messages.noGraphHint}</p>
      <OpenFileButton />
      <h3>TensorFlow</h3>
      <pre>
        {"writer = tf.summary.create_file_writer(logdir)\n"}
        {"with writer.as_default():\n"}
        {"    tf.summary.graph(step.get_concrete_function(x).graph)"}
      </pre>
      <h3>Keras</h3>
      <pre>
        {"board = keras.callbacks.TensorBoard(logdir)\n"}
        {"model.fit(x, y, callbacks=[board])"}
      </pre>
      <h3>PyTorch</h3>
      <pre>{"SummaryWriter(logdir).add_graph(model, example_input)"}</pre>
    </EmptyState>
  );
}
