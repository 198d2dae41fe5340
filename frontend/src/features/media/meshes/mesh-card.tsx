/** The meshes of a name: one tile for each run, at one step, seen from the same side. */

import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { getMeshSample, type MeshSample, type MeshSampleId } from "../../../api/meshes";
import type { MeshTags } from "../../../api/types";
import { nearestStep } from "../../../lib/algorithms/nearest-step";
import { plainMarkdown } from "../../../lib/format/plain-markdown";
import { runColour, runName } from "../../../state/runs/runs";
import { seriesVersion } from "../../../state/server/connection";
import { QueryCache } from "../../../state/server/query-cache";
import { useQuery } from "../../../state/server/use-query";
import { NAVIGABLE } from "../../../state/shell/list-navigation";
import { Term } from "../../../ui/controls/term";
import { useDraft } from "../../../ui/controls/use-draft";
import { ErrorState } from "../../../ui/feedback/error-state";
import { useInViewport } from "../../../ui/lists/use-in-viewport";
import { ExportMenu } from "../card/export-menu";
import { RunLabel } from "../card/run-label";
import { StepSlider, stepOf } from "../card/step-slider";
import * as messages from "../messages";
import { useTagSteps } from "../options/run-steps";
import * as view from "../options/tab-options";
import {
  type BoundingBox,
  boxOf,
  isInside,
  joinedBox,
  meshText,
  type Sphere,
  sphereAround,
  sphereFrom,
} from "./bounding-box";
import { MeshCanvas } from "./mesh-canvas";
import { DEFAULT_FIELD_OF_VIEW, FRONT, linkedOrbit, type Orbit, orbitFrom } from "./orbit";
import { type OpenRenderer, useRenderer } from "./shared-renderer";

const MAX_RUNS = 20;
/** Of the size of a picture: a solid needs more room to be read. */
const ROOM = 1.4;

/** What the tiles of a card have in common. */
interface Shared {
  /** What all that was shown so far fills: it does not jump from step to step. */
  readonly box: Signal<BoundingBox | null>;
  readonly nth: Signal<number>;
  readonly sample: Signal<number>;
  /** The most values at a step and samples of a value that were met. */
  readonly most: Signal<{ readonly values: number; readonly samples: number }>;
}

interface RunMeshProps {
  readonly id: MeshSampleId;
  readonly shared: Shared;
  readonly renderer: OpenRenderer | Error | null;
}

function useShared(): Shared {
  return {
    box: useSignal<BoundingBox | null>(null),
    nth: useSignal(0),
    sample: useSignal(0),
    most: useSignal({ values: 1, samples: 1 }),
  };
}

/** Lets the card know of a mesh; returns the box that it fills. */
function useMeasuredBox(mesh: MeshSample | null, { box, most }: Shared): BoundingBox | null {
  const own = useMemo(() => (mesh === null ? null : boxOf(mesh.positions)), [mesh]);
  const known = box.value;
  useEffect(() => {
    if (own === null || (known !== null && isInside(own, known))) return;
    box.value = joinedBox(box.peek(), own);
  }, [own, known]);
  useEffect(() => {
    if (mesh === null) return;
    const { values, samples } = most.peek();
    if (mesh.values <= values && mesh.samples <= samples) return;
    most.value = {
      values: Math.max(values, mesh.values),
      samples: Math.max(samples, mesh.samples),
    };
  }, [mesh]);
  return own;
}

/** What is turned about: the place that its author looked at, else the middle of what is shown. */
function frameOf({ config }: MeshSample, box: BoundingBox): Sphere {
  const whole = sphereAround(box);
  const { look_at: place = null } = config.camera ?? {};
  return place === null ? whole : sphereFrom(place, whole);
}

/** Where a mesh is seen from at first: from where its author stood, else from the front. */
function homeOf({ config }: MeshSample, frame: Sphere): Orbit {
  const { position = null, fov = null } = config.camera ?? {};
  return (position && orbitFrom(position, frame, fov ?? DEFAULT_FIELD_OF_VIEW)) ?? FRONT;
}

function MeshPicture({ id, shared, renderer, mesh }: RunMeshProps & { readonly mesh: MeshSample }) {
  const box = useMeasuredBox(mesh, shared);
  const free = useSignal<Orbit | null>(null);
  const orbit = view.areCamerasFree.value === "" ? linkedOrbit : free;
  const frame = useMemo(() => frameOf(mesh, shared.box.value ?? NO_BOX), [mesh, shared.box.value]);
  const home = useMemo(() => homeOf(mesh, frame), [mesh, frame]);
  const description = meshText(mesh.positions.length / 3, mesh.faces.length / 3, box);
  const isDrawn = renderer !== null && !(renderer instanceof Error) && box !== null;
  return (
    <>
      <div class="media-mesh-frame">
        {isDrawn && (
          <MeshCanvas
            open={renderer}
            mesh={mesh}
            frame={frame}
            colour={runColour(id.run)}
            orbit={orbit}
            home={home}
            width={meshPx()}
            label={messages.meshLabel(id.name, runName(id.run), mesh.step, description)}
            onReset={() => {
              orbit.value = null;
              shared.box.value = box;
            }}
          />
        )}
        {renderer instanceof Error && <p>{renderer.message}</p>}
      </div>
      <figcaption>
        {messages.stepAndSize(mesh.step, description)}
        {mesh.notes.map((note) => (
          <p key={note} class="media-mesh-note">
            {note}
          </p>
        ))}
      </figcaption>
    </>
  );
}

const NO_BOX: BoundingBox = { low: [0, 0, 0], high: [0, 0, 0] };

function meshPx(): number {
  return Math.round(view.tilePx.value * ROOM);
}

interface MeshQuery {
  readonly id: MeshSampleId;
  /** The tag whose points say when the mesh is new. */
  readonly tag: string;
}

/** In coordinates of vertices: a mesh may have millions. */
const MAX_IDLE = 3_000_000;

const meshes = new QueryCache<MeshQuery, MeshSample>({
  fetch: ({ id }, signal) => getMeshSample(id, signal),
  version: ({ id, tag }) => seriesVersion(tag, [id.run]),
  maxIdle: MAX_IDLE,
  sizeOf: ({ positions }) => positions.length,
});

interface WatchedMeshProps extends RunMeshProps, Pick<MeshQuery, "tag"> {
  readonly visible: boolean;
}

function RunMesh(props: WatchedMeshProps) {
  const { id, tag, visible } = props;
  const { data, error } = useQuery(meshes, visible ? { id, tag } : null);
  return (
    <section class="media-row" aria-label={`${id.name}, ${runName(id.run)}`}>
      <RunLabel run={id.run} />
      {error !== null && <ErrorState title={messages.meshFailed} error={error} />}
      <figure class="media-value" style={{ width: `${meshPx()}px` }}>
        {visible && data !== null ? (
          <MeshPicture {...props} mesh={data} />
        ) : (
          error === null && <div class="media-mesh-frame" />
        )}
      </figure>
    </section>
  );
}

function Chooser({ label, of, most }: { label: string; of: Signal<number>; most: number }) {
  const draft = useDraft<HTMLInputElement>(String(of.value + 1), ({ value }) => {
    const sample = Math.round(Number(value)) || 1;
    of.value = Math.min(most, Math.max(1, sample)) - 1;
  });
  if (most < 2) return null;
  return (
    <label class="media-columns">
      {label}
      <input type="number" min={1} max={most} {...draft} />
      {messages.ofTotal(most)}
    </label>
  );
}

export function MeshCard({ mesh }: { readonly mesh: MeshTags }) {
  const element = useRef<HTMLElement>(null);
  const visible = useInViewport(element);
  const renderer = useRenderer(visible);
  const { runs, union, error, isRead } = useTagSteps("meshes", [mesh.steps_of], visible);
  const own = useSignal<number | null | undefined>(undefined);
  const shared = useShared();
  const title = mesh.display_name || mesh.name;
  const drawn = runs.slice(0, MAX_RUNS);
  return (
    <article class="media-card" ref={element} aria-label={title} {...NAVIGABLE}>
      <header>
        <h3 data-tooltip={mesh.name}>
          <Term explanation={plainMarkdown(mesh.description)}>{title}</Term>
        </h3>
        {isRead && <span class="media-count">{messages.stepCount(union.length)}</span>}
        <Chooser label={messages.value} of={shared.nth} most={shared.most.value.values} />
        <Chooser label={messages.sample} of={shared.sample} most={shared.most.value.samples} />
        {union.length > 0 && <StepSlider label={title} steps={union} own={own} />}
        {isRead && <ExportMenu name={title} runs={runs} />}
      </header>
      {error !== null && <ErrorState title={messages.stepsFailed} error={error} />}
      <div class="media-rows side-by-side">
        {drawn.map(({ run, steps }) => (
          <RunMesh
            key={run}
            id={{
              name: mesh.name,
              run,
              step: nearestStep(steps, stepOf(own)) ?? 0,
              nth: shared.nth.value,
              sample: shared.sample.value,
            }}
            tag={mesh.steps_of}
            shared={shared}
            renderer={renderer}
            visible={visible}
          />
        ))}
      </div>
      {runs.length > drawn.length && (
        <p class="media-note">{messages.moreRunsNotDrawn(runs.length - drawn.length)}</p>
      )}
    </article>
  );
}
