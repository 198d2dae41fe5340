/** No run at all: where was looked, for what, why it may be empty, and how to write a first one. */
import { useState } from "preact/hooks";
import type { LogDirectory, Status } from "../../api/types";
import { bringFiles, GRAPH_ENDINGS } from "../../state/tags/uploaded-graphs";
import { FileButton } from "../../ui/controls/file-button";
import { Segments } from "../../ui/controls/segmented-control";
import { EmptyState } from "../../ui/feedback/empty-state";
import { ProfileList } from "../../ui/feedback/profile-list";
import { namedFiles } from "../files/dropped-files";

const SNIPPETS = {
  PyTorch: `from torch.utils.tensorboard import SummaryWriter
writer = SummaryWriter("DIR/run1")
for step, loss in enumerate(losses):
    writer.add_scalar("loss", loss, step)`,
  Keras: `import keras
model.fit(x, y, epochs=5, callbacks=[
    keras.callbacks.TensorBoard("DIR/run1"),
])`,
  JAX: `from flax.metrics.tensorboard import SummaryWriter
writer = SummaryWriter("DIR/run1")
for step, loss in enumerate(losses):
    writer.scalar("loss", loss, step)
writer.flush()`,
} as const;

type Framework = keyof typeof SNIPPETS;
const FRAMEWORKS: readonly Framework[] = ["PyTorch", "Keras", "JAX"];

type Reason = NonNullable<LogDirectory["reason"]>;

const TITLES: Readonly<Partial<Record<Reason, string>>> = {
  missing: "Log directory not found",
  dangling_link: "Log directory not found",
  not_a_directory: "Not a log directory",
  unreadable: "Log directory not readable",
};

/** Reasons that speak for themselves. */
const CERTAIN: ReadonlySet<string | null> = new Set<Reason>(["not_a_directory", "unreadable"]);

function Directory({ directory }: { directory: LogDirectory }) {
  return (
    <li>
      <code class="file-path">{directory.path}</code>
      {directory.message !== "" && `: ${directory.message}`}
    </li>
  );
}

function LikelyCauses() {
  return (
    <>
      <p>Likely causes:</p>
      <ul>
        <li>The path is misspelled or not the log directory.</li>
        <li>The logs are on another machine than this server.</li>
        <li>The training has not written anything yet; many writers wait a minute or two.</li>
      </ul>
    </>
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
        choices={FRAMEWORKS.map((name) => ({ value: name, text: name }))}
        onChange={setFramework}
      />
      <pre class="snippet">{SNIPPETS[framework].replace("DIR", directory)}</pre>
    </>
  );
}

export function NothingFound({ status }: { status: Status }) {
  const { log_directories: directories } = status;
  if (directories.every(({ path }) => path === "")) return <NothingNamed />;
  const reason = directories[0]?.reason ?? null;
  const title = reason === null ? undefined : TITLES[reason];
  return (
    <div class="nothing-found">
      <EmptyState title={title ?? "No runs found"}>
        {title === undefined && (
          <p>Searched this directory and all below it for files with “tfevents” in their name:</p>
        )}
        <ul>
          {directories.map((directory) => (
            <Directory key={directory.path} directory={directory} />
          ))}
        </ul>
        <Profiles directories={directories} />
        {!CERTAIN.has(reason) && <LikelyCauses />}
        {status.reload_interval > 0 && (
          <p role="status">Watching for new files; this page updates automatically.</p>
        )}
        <h3>Just viewing a graph?</h3>
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
