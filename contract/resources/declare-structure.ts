import type { ResourceIndex } from './contain-resources.ts';
import { DeclaredValue } from './declaration-values.ts';
import type { OperationDeclaration, ResourceDeclaration } from './declarations.ts';
import type { Role } from './model.ts';
import { readPathShape, toKey } from './path-shape.ts';
import { createResourceDraft, findRecord, type ResourceDraft } from './resource-draft.ts';
import type { RoleDraft } from './role-draft.ts';
import type { ShapeReader } from './shapes.ts';

/** The inferred resources and roles, to be changed by declarations. */
export interface Structure {
  index: ResourceIndex;
  drafts: readonly RoleDraft[];
  shapes: ShapeReader;
}

/** Applies what a document declares about resources, their paths, operations and parents. */
export function declareResources(
  structure: Structure,
  declarations: readonly ResourceDeclaration[],
): void {
  const declared = new Map<ResourceDeclaration, ResourceDraft>();
  for (const declaration of declarations) {
    declared.set(declaration, declareResource(structure, declaration));
  }
  for (const [{ parent }, resource] of declared) {
    if (parent === null) resource.parent = undefined;
    if (parent) resource.parent = findByName(structure.index, parent.resource);
  }
  structure.index.removeEmpty();
}

/**
 * Finds a resource by the name that a declaration has for it.
 * @throws DocumentError with the nearest name
 */
function findByName({ resources }: ResourceIndex, name: DeclaredValue): ResourceDraft {
  const resourceName = name.name(
    'resource',
    resources.map((resource) => resource.name),
  );
  const resource = resources.find((candidate) => candidate.name === resourceName);
  return resource ?? name.refuse(`unknown resource "${resourceName}"`);
}

function declareResource(
  { index, drafts, shapes }: Structure,
  declaration: ResourceDeclaration,
): ResourceDraft {
  const resource = selectResource(index, drafts, declaration);
  if (!index.resources.includes(resource)) index.add(resource);
  index.rename(resource, declaration.name);
  if (declaration.at.length > 0 || declaration.slots.size > 0) resource.isDeclared = true;
  const keys = declaration.at.map((path) => readPathShape(path).key);
  if (keys.length > 0) index.setKeys(resource, keys);
  for (const [role, ids] of declaration.slots) fillSlot(resource, role, ids, index, drafts);
  resource.record = findRecord(resource, shapes);
  return resource;
}

/** The inferred resource that a declaration is about, or a new one. */
function selectResource(
  index: ResourceIndex,
  drafts: readonly RoleDraft[],
  { name, value, at, slots }: ResourceDeclaration,
): ResourceDraft {
  for (const path of at) {
    const resource = index.find(readPathShape(path).key);
    if (resource !== undefined) return resource;
  }
  const namesake = index.resources.find((resource) => resource.name === name);
  if (namesake !== undefined) return namesake;
  const ids = [...slots.values()].flat().filter((id) => id !== null);
  for (const id of ids) {
    const owner = index.ownerOf(id);
    if (owner !== undefined) return owner;
  }
  const [path] = at;
  if (path !== undefined) {
    const { segments } = readPathShape(path);
    const resource = createResourceDraft(toKey(segments));
    resource.segments = segments;
    return resource;
  }
  const draft = drafts.find(({ facts }) => ids.includes(facts.operation.id));
  if (draft !== undefined) return createResourceDraft(draft.target);
  new DeclaredValue(name, value.location).name(
    'resource',
    index.resources.map((resource) => resource.name),
  );
  return value.refuse('needs "at" or an operation');
}

/** Gives operations a role of a resource, or takes the role from those that have it. */
function fillSlot(
  resource: ResourceDraft,
  role: Role,
  ids: readonly string[] | null,
  index: ResourceIndex,
  drafts: readonly RoleDraft[],
): void {
  if (ids === null) {
    for (const draft of resource.operations) if (draft.role === role) withdrawRole(draft);
    return;
  }
  for (const id of ids) {
    const draft = drafts.find(({ facts }) => facts.operation.id === id);
    if (draft === undefined) continue;
    setRole(draft, role, `x-resources names it as ${role} of ${resource.name}`);
    index.moveOperation(draft, resource);
  }
}

function withdrawRole(draft: RoleDraft): void {
  const { method } = draft.facts.operation;
  const role = method === 'GET' ? 'view' : 'action';
  setRole(draft, role, `x-resources says that it is no ${draft.role}`);
}

function setRole(draft: RoleDraft, role: Role, because: string): void {
  draft.role = role;
  draft.signals.push({ kind: 'document', because });
}

/** Applies the `x-resource` of an operation. */
export function declareOperation(
  { index, shapes }: Structure,
  draft: RoleDraft,
  { role, resource }: OperationDeclaration,
): void {
  const owner = resource === undefined ? undefined : findByName(index, resource);
  if (role !== undefined) setRole(draft, role, `x-resource gives it the role ${role}`);
  if (owner === undefined) return;
  index.moveOperation(draft, owner);
  owner.record ??= findRecord(owner, shapes);
}
