import { escapePointer } from '../resolve-reference.ts';
import { findEffects, findTimes } from './action-effects.ts';
import { certaintyOf, findRequestItem, typeOfParameter } from './build-resource.ts';
import { findBlockers, findRefusedStates } from './conflicts.ts';
import type { ResourceIndex } from './contain-resources.ts';
import { type Declarations, declareEffects } from './declare-effects.ts';
import { findDeletionEffects, isRestoring, keepsDeleted } from './deletions.ts';
import { buildElementRule } from './elements.ts';
import { isSameEntity } from './envelopes.ts';
import { inferListShape } from './list-shape.ts';
import type { OperationRole, PathBinding, Pointer, Relation, Resource, Role } from './model.ts';
import type { OperationView } from './operation-view.ts';
import { isParameter, toKey } from './path-shape.ts';
import { findIdField, type IdParameter } from './record-fields.ts';
import { findLinkedId } from './relations.ts';
import { findBulkRule, findCountView, findRecordId } from './request-targets.ts';
import { isCreated, type ResourceDraft } from './resource-draft.ts';
import type { RoleDraft } from './role-draft.ts';
import type { Shape, ShapeReader } from './shapes.ts';
import { isSameNoun, normalise, toPluralName } from './words.ts';

/** What the statements about operations are built from. */
interface BuildContext {
  shapes: ShapeReader;
  index: ResourceIndex;
  resources: ReadonlyMap<string, Resource>;
  /** The path keys of links, with those of the linked records. */
  links: ReadonlyMap<string, string>;
  declarations: Declarations;
}

const writingRoles: ReadonlySet<Role> = new Set([
  'create',
  'update',
  'replace',
  'upsert',
  'copy',
  'action',
  'link',
  'bulk',
]);

/** Builds the statements about one operation. */
export function buildOperation(
  draft: RoleDraft,
  owner: ResourceDraft | undefined,
  context: BuildContext,
): OperationRole {
  const { facts, role } = draft;
  const { operation } = facts;
  const { shapes } = context;
  const resource = owner && context.resources.get(owner.name);
  const bindings = bindParameters(operation, context);
  const requestItem = writingRoles.has(role)
    ? findRequestItem(shapes, operation.request?.shape, facts.nouns, owner?.record)
    : undefined;
  const effects = findEffectsOf(draft, owner, shapes);
  const inferred: OperationRole = {
    operationId: operation.id,
    method: operation.method,
    path: operation.path,
    role,
    resource: owner?.name ?? findInnermost(bindings),
    certainty: certaintyOf(draft),
    because: draft.signals.map(({ because }) => because),
    bindings,
    requestItem,
    responseItem: findResponseItem(shapes, draft, owner),
    list: role === 'list' ? inferListShape(shapes, facts, owner?.record) : undefined,
    ...effects,
    refusedStates:
      role === 'action' ? findRefusedStates(shapes, facts, owner?.record, effects.sets) : new Map(),
    restores: role === 'action' && resource?.keepsDeleted === true && isRestoring(facts),
    blockedBy: role === 'delete' ? findBlockers(facts, resource, context.resources) : [],
    copy: role === 'copy' ? { children: [], fresh: listUnique(resource) } : undefined,
    relation: findRelation(draft, context),
    elements: buildElementRule(draft, owner?.record, shapes, context.resources),
    recordId: owner && resource && findRecordId(facts, role, owner, resource, requestItem),
    bulk: role === 'bulk' ? findBulkRule(shapes, facts) : undefined,
    count: role === 'view' ? findCountView(shapes, facts) : undefined,
  };
  return declareEffects(inferred, facts, context);
}

/** The resource that the last parameter of a path identifies. */
function findInnermost(bindings: readonly PathBinding[]): string | undefined {
  const binding = bindings.findLast(({ resource }) => resource !== undefined);
  return binding?.resource;
}

/** What an action assigns to its record, and a deletion to one that is only put away. */
function findEffectsOf(
  { facts, role }: RoleDraft,
  owner: ResourceDraft | undefined,
  shapes: ShapeReader,
): Pick<OperationRole, 'sets' | 'times'> {
  const record = owner?.record;
  if (role === 'action') {
    const sets = findEffects(shapes, facts, record);
    return { sets, times: findTimes(shapes, facts, record) };
  }
  const isPutAway = role === 'delete' && owner !== undefined && keepsDeleted(owner, shapes);
  return isPutAway ? findDeletionEffects(shapes, record) : { sets: new Map(), times: new Map() };
}

/** Fields that a copy cannot share with its original. */
function listUnique(resource: Resource | undefined): Set<Pointer> {
  const pointers = new Set<Pointer>();
  for (const { assumption, fields } of resource?.unique ?? []) {
    if (assumption !== undefined) continue;
    for (const pointer of fields) pointers.add(pointer);
  }
  return pointers;
}

function findResponseItem(
  shapes: ShapeReader,
  { facts, role }: RoleDraft,
  resource: ResourceDraft | undefined,
) {
  const { item, operation } = facts;
  if (role === 'list' || resource === undefined) return undefined;
  // A creation of one record or several looks like a list.
  const body = operation.response?.shape;
  if (item === undefined && isSameEntity(body, resource.record)) return '';
  if (item === undefined) return body && findEntity(shapes, body, resource.record);
  if (isSameEntity(item.shape, resource.record)) return item.pointer;
  const inner = findEntity(shapes, item.shape, resource.record);
  if (inner !== undefined) return item.pointer + inner;
  const isAlways = ['create', 'read', 'update', 'replace', 'upsert', 'copy'].includes(role);
  return isAlways ? item.pointer : undefined;
}

/** The field with the record, beside others: `{ content, commit }` after a file was created. */
function findEntity(
  shapes: ShapeReader,
  envelope: Shape,
  record: Shape | undefined,
): Pointer | undefined {
  if (record?.name === undefined) return undefined;
  for (const [name, property] of envelope.properties) {
    const isRecord = shapes.read(property).pointer === record.pointer;
    if (isRecord) return `/${escapePointer(name)}`;
  }
  return undefined;
}

/** What each parameter of a path identifies. Several in a row can identify one record: `/repos/{owner}/{repo}`. */
function bindParameters(operation: OperationView, context: BuildContext): PathBinding[] {
  const { segments } = operation.shape;
  const bindings: PathBinding[] = [];
  let pending: string[] = [];
  for (const [position, segment] of segments.entries()) {
    if (!isParameter(segment)) {
      bindings.push(...pending.map(toUnbound));
      pending = [];
      continue;
    }
    pending.push(...segment.parameters);
    const key = toKey(segments.slice(0, position + 1));
    const target = context.index.find(context.links.get(key) ?? key);
    if (target === undefined || target.isSingleton) continue;
    const parameters = pending.map((name) => ({ name, type: typeOfParameter(operation, name) }));
    const outer = parameters.splice(0, parameters.length - countIds(target, context));
    bindings.push(...outer.map(({ name }) => bindByName(name, context)));
    bindings.push(...bindToResource(parameters, target, key, context));
    pending = [];
  }
  return [...bindings, ...pending.map(toUnbound)];
}

function toUnbound(parameter: string): PathBinding {
  return { parameter, resource: undefined, field: undefined, isCreated: false };
}

/** How many parameters identify a record of a resource. */
function countIds({ name }: ResourceDraft, { resources }: BuildContext): number {
  return resources.get(name)?.id.length || Number.POSITIVE_INFINITY;
}

/** Binds a parameter to the resource whose own path ends in one of the same name. */
function bindByName(parameter: string, { resources }: BuildContext): PathBinding {
  for (const { name, itemPaths, id, isCreated: isMade } of resources.values()) {
    const [path = ''] = itemPaths;
    const isOwn =
      path.replace(/\/$/, '').endsWith(`/{${parameter}}`) && path.split('{').length === 2;
    if (isOwn) return { parameter, resource: name, field: id[0], isCreated: isMade };
  }
  return toUnbound(parameter);
}

function bindToResource(
  parameters: readonly IdParameter[],
  target: ResourceDraft,
  key: string,
  { shapes, resources }: BuildContext,
): PathBinding[] {
  const id = resources.get(target.name)?.id ?? [];
  const isMain = target.keys[0] === key;
  return parameters.map((parameter, index) => {
    // Most paths are the main one of their resource, and the search looks at every field of its record.
    const named = isMain ? undefined : findIdField(shapes, target.record, parameter, target.name);
    const field = named ?? id[index];
    return {
      parameter: parameter.name,
      resource: target.name,
      field,
      isCreated: isCreated(target),
    };
  });
}

function findRelation(draft: RoleDraft, { index, shapes }: BuildContext): Relation | undefined {
  const from = draft.relation && index.find(draft.relation.from);
  const to = draft.relation && index.find(draft.relation.to);
  if (from === undefined || to === undefined) return undefined;
  const noun = draft.facts.nouns[0] ?? to.name;
  return {
    name: from.name + capitalise(toPluralName(to.name)),
    from: from.name,
    to: to.name,
    field: findRelationField(from, to, noun),
    linkedId: findLinkedId(draft, to, shapes),
  };
}

/** The field of a record that lists what is linked to it: `tags` or `tagIds`. */
function findRelationField(from: ResourceDraft, to: ResourceDraft, noun: string) {
  const names = [...(from.record?.properties.keys() ?? [])];
  const field = names.find((name) => {
    const plain = name.replace(/_?ids?$/i, '');
    return (
      isSameNoun(name, noun) || isSameNoun(plain, to.name) || normalise(name) === normalise(noun)
    );
  });
  return field === undefined ? undefined : `/${field}`;
}

function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
