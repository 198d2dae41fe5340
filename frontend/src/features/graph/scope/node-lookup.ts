/** Finds nodes by name in the scopes that have been sent, whether these are open or closed. */
import { signal } from "@preact/signals";
import type { GraphMatch } from "../../../api/types";
import { type Annotated, annotatedIn } from "./annotation-lookup";
import type { FindScope } from "./model";
import { parentName, type Scope, type ScopeNode } from "./model";

/** The scope a node stands in, and the match of the search that led to it. */
interface Place {
  readonly scope: string;
  readonly match: GraphMatch | undefined;
}

export class NodeLookup {
  /** Per node that a viewer turned to, where it stands, whatever its name tells. */
  private readonly places = signal<ReadonlyMap<string, Place>>(new Map());

  constructor(
    private readonly findSent: FindScope,
    private readonly openNow: () => readonly Scope[],
  ) {}

  findScopeAround(name: string): Scope | undefined {
    const isAround = (scope: Scope): boolean => findChild(scope, name) !== undefined;
    // The members of a series are named as its siblings, but stand in it.
    return this.sentAround(name).find(isAround) ?? this.openNow().find(isAround);
  }

  findNode(name: string): ScopeNode | undefined {
    const scope = this.findScopeAround(name);
    return scope && findChild(scope, name);
  }

  findAnnotated(name: string): Annotated | undefined {
    return annotatedIn([...this.openNow(), ...this.sentAround(name)], name) ?? this.vanished(name);
  }

  /** The node itself, or the one that it is drawn beside; undefined when neither was sent. */
  findBox(name: string): ScopeNode | undefined {
    // As when nothing is selected, in every frame: no node is called so.
    if (name === "") return undefined;
    return this.findNode(name) ?? this.findAnnotated(name)?.host;
  }

  /** From now on looks for a node in this scope too. */
  remember(name: string, scope: string, match?: GraphMatch): void {
    const places = this.places.peek();
    const before = places.get(name);
    if (before?.scope === scope && (before.match === match || match === undefined)) return;
    this.places.value = new Map(places).set(name, { scope, match });
  }

  /** Goes on finding a node that is there when the scope it stands in is closed. */
  retain(name: string): void {
    const scope = this.findScopeAround(name)?.name ?? this.findAnnotated(name)?.scope;
    if (scope !== undefined) this.remember(name, scope);
  }

  /** An op that vanishes with the annotation it belongs to, as a summary's tag does. */
  private vanished(name: string): Annotated | undefined {
    const { scope = "", match } = this.places.value.get(name) ?? {};
    if (match?.kind !== "constant" && match?.kind !== "summary") return undefined;
    const sent = this.findSent(scope);
    const host = sent && findChild(sent, match.node);
    if (host === undefined) return undefined;
    const { kind, op } = match;
    const label = name.slice(name.lastIndexOf("/") + 1);
    return { annotation: { name, label, kind, op, shape: null }, host, scope };
  }

  /** Of the scopes a node may stand in, by its name and by where it was found, those sent. */
  private sentAround(name: string): Scope[] {
    const found = this.places.value.get(name)?.scope;
    const names = found === undefined ? [parentName(name)] : [parentName(name), found];
    return names.flatMap((each) => this.findSent(each) ?? []);
  }
}

function findChild(scope: Scope, name: string): ScopeNode | undefined {
  return scope.nodes.find((node) => node.name === name);
}
