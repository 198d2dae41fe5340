/** No run at all: where was looked, for what, why it may be empty, and how to write a first one. */
import { useState } from "preact/hooks";
import type { LogDirectory, Status } from "../../api/types";
import { uploadFiles } from "../../state/graphs/upload-files";
import { GRAPH_ENDINGS } from "../../state/graphs/uploaded-graphs";
import { FileButton } from "../../ui/controls/file-button";
import { SegmentedControl } from "../../ui/controls/segmented-control";
import { EmptyState } from "../../ui/feedback/empty-state";
import { ProfileList } from "../../ui/feedback/profile-list";
import { namedFiles } from "../files/dropped-files";
import * as messages from "./messages";

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
  missing: messages.directoryNotFound,
  dangling_link: messages.directoryNotFound,
  not_a_directory: messages.notADirectory,
  unreadable: messages.directoryNotReadable,
};

/** Reasons that speak for themselves. */
const CERTAIN: ReadonlySet<string | null> = new Set<Reason>(["not_a_directory", "unreadable"]);

function Directory({ directory }: { directory: LogDirectory }) {
  return (
    <li>
      <code class="ui-file-path">{directory.path}</code>
      {directory.message !== "" && `: ${directory.message}`}
    </li>
  );
}

function LikelyCauses() {
  return (
    <>
      <p>{messages.likelyCauses}</p>
      <ul>
        <li>{messages.causePath}</li>
        <li>{messages.causeMachine}</li>
        <li>{messages.causeNothingWritten}</li>
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
      <p>{messages.profilesFound}</p>
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
      <SegmentedControl
        label={messages.framework}
        value={framework}
        choices={FRAMEWORKS.map((name) => ({ value: name, text: name }))}
        onChange={setFramework}
      />
      <pre class="app-snippet">{SNIPPETS[framework].replace("DIR", directory)}</pre>
    </>
  );
}

export function NothingFound({ status }: { status: Status }) {
  const { log_directories: directories } = status;
  if (directories.every(({ path }) => path === "")) return <NothingNamed />;
  const reason = directories[0]?.reason ?? null;
  const title = reason === null ? undefined : TITLES[reason];
  return (
    <div class="app-nothing-found">
      <EmptyState title={title ?? messages.noRunsFound}>
        {title === undefined && <p>{messages.searchedFor}</p>}
        <ul>
          {directories.map((directory) => (
            <Directory key={directory.path} directory={directory} />
          ))}
        </ul>
        <Profiles directories={directories} />
        {!CERTAIN.has(reason) && <LikelyCauses />}
        {status.reload_interval > 0 && <p role="status">{messages.watching}</p>}
        <h3>{messages.justViewingAGraph}</h3>
        <UploadGraphs />
        <h3>{messages.firstRun}</h3>
        <Snippet directory={directories[0]?.path ?? "logs"} />
      </EmptyState>
    </div>
  );
}

/** The server was started without a log directory. */
function NothingNamed() {
  return (
    <div class="app-nothing-found">
      <EmptyState title={messages.dropGraph}>
        <UploadGraphs />
        <h3>{messages.trainingLogs}</h3>
        <p>{messages.noLogDirectory}</p>
        <pre class="app-snippet">dashboard --logdir runs</pre>
      </EmptyState>
    </div>
  );
}

function UploadGraphs() {
  return (
    <>
      <p>{messages.dropAnywhere}</p>
      <FileButton
        label={messages.chooseGraphFiles}
        accept={GRAPH_ENDINGS}
        onFiles={(files) => void uploadFiles(namedFiles(files))}
      />
    </>
  );
}
