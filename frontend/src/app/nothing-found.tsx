/** No run at all: where was looked, for what, why it may be empty, and how to write a first one. */
import { useState } from "preact/hooks";
import type { LogDirectory, Status } from "../api/types";
import { counted } from "../lib/number-text";
import { bringFiles, GRAPH_ENDINGS } from "../state/graph-files";
import { EmptyState } from "../ui/empty-state";
import { FileButton } from "../ui/file-button";
import { ProfileList } from "../ui/profile-list";
import { Segments } from "../ui/segments";
import { namedFiles } from "./given-files";

const SNIPPETS = {
  PyTorch: `from torch.utils.tensorboard import SummaryWriter
writer = SummaryWriter("DIR/run1")
for step, loss in enumerate(losses):
    writer.add_scalar("loss", loss, step)`,
  Keras: `import keras
model.fit(x, y, epochs=5, callbacks=[
    keras.callbacks.TensorBoard("DIR/run1"),
])`,
} as const;

type Framework = keyof typeof SNIPPETS;

function seenIn({ exists, entries }: LogDirectory): string {
  if (!exists) return "it does not exist";
  if (entries === 0) return "there is no file in it";
  return `${counted(entries, "file")} in it, none of them an event file`;
}

function Directory({ directory }: { directory: LogDirectory }) {
  return (
    <li>
      <code class="path">{directory.path}</code>: {seenIn(directory)}
    </li>
  );
}

/** A directory with profiles alone holds what was written, but nothing that a tab displays. */
function Profiles({ directories }: { directories: readonly LogDirectory[] }) {
  const found = directories.filter(({ profiles }) => profiles.length > 0);
  if (found.length === 0) return null;
  return (
    <>
      <p>There are profiles, which other programs display:</p>
      {found.map(({ path, profiles }) => (
        <ProfileList key={path} profiles={profiles} directory={path} />
      ))}
    </>
  );
}

function Snippet({ directory }: { directory: string }) {
  const [framework, setFramework] = useState<Framework>("PyTorch");
  return (
    <>
      <Segments
        label="Framework"
        value={framework}
        choices={[
          { value: "PyTorch", text: "PyTorch" },
          { value: "Keras", text: "Keras" },
        ]}
        onChange={setFramework}
      />
      <pre class="snippet">{SNIPPETS[framework].replace("DIR", directory)}</pre>
    </>
  );
}

export function NothingFound({ status }: { status: Status }) {
  const { log_directories: directories } = status;
  if (directories.every(({ path }) => path === "")) return <NothingNamed />;
  return (
    <div class="nothing-found">
      <EmptyState title="No runs found">
        <p>Looked for files with “tfevents” in their name, in this directory and all below it:</p>
        <ul>
          {directories.map((directory) => (
            <Directory key={directory.path} directory={directory} />
          ))}
        </ul>
        <Profiles directories={directories} />
        <p>Likely causes:</p>
        <ul>
          <li>The path has a typing error, or points above or beside the logs.</li>
          <li>The logs are on another machine than this server.</li>
          <li>The training has not written anything yet; many writers wait a minute or two.</li>
        </ul>
        <p role="status">Watching – this page fills by itself.</p>
        <h3>Only a graph to look at?</h3>
        <BringGraphs />
        <h3>A first run</h3>
        <Snippet directory={directories[0]?.path ?? "logs"} />
      </EmptyState>
    </div>
  );
}

/** The server was started without a log directory. */
function NothingNamed() {
  return (
    <div class="nothing-found">
      <EmptyState title="Drop a graph to look at it">
        <BringGraphs />
        <h3>Training logs</h3>
        <p>
          This server was started without a log directory. To see runs, start it again with one:
        </p>
        <pre class="snippet">dashboard --logdir runs</pre>
      </EmptyState>
    </div>
  );
}

function BringGraphs() {
  return (
    <>
      <p>
        Drop files with graphs anywhere on this page: GraphDef (.pb, .pbtxt), MetaGraphDef (.meta),
        SavedModel (its folder or its saved_model.pb) or a Keras model (.json), up to 512 MB each.
      </p>
      <FileButton
        label="Choose graph files…"
        accept={GRAPH_ENDINGS.join()}
        onFiles={(files) => void bringFiles(namedFiles(files))}
      />
    </>
  );
}
