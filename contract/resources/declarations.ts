import type { OpenApiDocument } from '../openapi-document.ts';
import type { Operation } from '../operation.ts';
import { DeclaredValue } from './declaration-values.ts';
import { type ListDeclaration, parseListDeclaration } from './list-declaration.ts';
import type { Pointer, Role, UniqueRule } from './model.ts';

/** What a document says about a resource under `x-resources`. What it leaves out is inferred. */
export interface ResourceDeclaration {
  name: string;
  /** Its place in the document, for messages. */
  value: DeclaredValue;
  /** The path templates of one record. */
  at: readonly string[];
  /** Operation ids by role. Null: no operation has this role. */
  slots: ReadonlyMap<Role, readonly string[] | null>;
  id: readonly Pointer[] | undefined;
  item: Pointer | undefined;
  body: Pointer | undefined;
  /** Null: nothing contains it. */
  parent: ParentDeclaration | null | undefined;
  references: ReadonlyMap<Pointer, DeclaredValue> | undefined;
  list: ListDeclaration | undefined;
  keeps: boolean | undefined;
  serverSet: readonly Pointer[] | undefined;
  derived: readonly Pointer[] | undefined;
  hidden: readonly Pointer[] | undefined;
  secret: readonly Pointer[] | undefined;
  unique: readonly UniqueRule[];
  sample: Record<string, unknown> | undefined;
  copy: CopyDeclaration | undefined;
  /** Values that actions assign, by operation id and field. */
  actions: ReadonlyMap<string, ReadonlyMap<Pointer, unknown>>;
}

interface ParentDeclaration {
  /** A path parameter, or a field of the record. */
  key: string;
  resource: DeclaredValue;
}

export interface CopyDeclaration {
  children: readonly DeclaredValue[];
  fresh: readonly Pointer[];
}

/** What an operation says about itself under `x-resource`. */
export interface OperationDeclaration {
  value: DeclaredValue;
  role: Role | undefined;
  resource: DeclaredValue | undefined;
  item: Pointer | undefined;
  body: Pointer | undefined;
  list: ListDeclaration | undefined;
  sets: ReadonlyMap<Pointer, unknown> | undefined;
  copy: CopyDeclaration | undefined;
}

/** The roles that are slots of a resource in `x-resources`. */
export const slotRoles = [
  'create',
  'list',
  'read',
  'update',
  'replace',
  'upsert',
  'delete',
  'copy',
] as const;

export const roles: readonly Role[] = [
  ...slotRoles,
  'link',
  'unlink',
  'action',
  'view',
  'bulk',
  'unexplained',
];

const resourceKeys = [
  'at',
  ...slotRoles,
  'id',
  'item',
  'body',
  'parent',
  'refs',
  'serverSet',
  'derived',
  'hidden',
  'secret',
  'unique',
  'sample',
  'actions',
];

/**
 * Reads `x-resources`.
 * @throws DocumentError with the place of a mistake and the nearest right name
 */
export function readResourceDeclarations(
  document: OpenApiDocument,
  operations: readonly Operation[],
): ResourceDeclaration[] {
  const section = document['x-resources'] ?? {};
  const paths = Object.keys(document.paths);
  const ids = operations.map(({ id }) => id);
  return new DeclaredValue(section, 'x-resources').entries().map(([name, value]) => {
    if (!/^[A-Za-z0-9]+$/.test(name)) {
      value.refuse('a name consists of letters and digits, such as orderItem');
    }
    return readResourceDeclaration(name, value, ids, paths);
  });
}

function readResourceDeclaration(
  name: string,
  value: DeclaredValue,
  ids: readonly string[],
  paths: readonly string[],
): ResourceDeclaration {
  const entries = new Map(value.entries(resourceKeys));
  const slots = new Map<Role, readonly string[] | null>();
  for (const role of slotRoles) {
    const slot = entries.get(role);
    const named = slot === undefined ? undefined : readSlot(slot, ids);
    if (named !== undefined) slots.set(role, named);
  }
  const list = entries.get('list');
  const copy = entries.get('copy');
  const parent = entries.get('parent');
  return {
    name,
    value,
    at: readPaths(entries.get('at'), paths),
    slots,
    id: entries.get('id')?.pointers(),
    item: entries.get('item')?.pointer(),
    body: entries.get('body')?.pointer(),
    parent: parent && readParent(parent),
    references: readReferences(entries.get('refs')),
    list: list !== undefined && isObject(list) ? parseListDeclaration(list) : undefined,
    keeps: readKeeps(entries),
    serverSet: entries.get('serverSet')?.pointers(),
    derived: entries.get('derived')?.pointers(),
    hidden: entries.get('hidden')?.pointers(),
    secret: entries.get('secret')?.pointers(),
    unique: readUniqueRules(entries.get('unique')),
    sample: readSample(entries.get('sample')),
    copy: copy !== undefined && isObject(copy) ? readCopy(copy) : undefined,
    actions: readActions(entries.get('actions'), ids),
  };
}

function isObject({ value }: DeclaredValue): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An operation id, several, `null`, or an object whose `operation` is one. */
function readSlot(slot: DeclaredValue, ids: readonly string[]): string[] | null | undefined {
  if (slot.value === null) return null;
  if (isObject(slot)) {
    const operation = new Map(slot.entries()).get('operation');
    return operation && readSlot(operation, ids);
  }
  for (const id of slot.texts()) new DeclaredValue(id, slot.location).name('operation', ids);
  return slot.texts();
}

/** A path of the document, or the beginning of one. */
function readPaths(at: DeclaredValue | undefined, paths: readonly string[]): string[] {
  if (at === undefined) return [];
  for (const path of at.texts()) {
    const isKnown = paths.some(
      (documented) => documented === path || documented.startsWith(`${path}/`),
    );
    if (!isKnown) new DeclaredValue(path, at.location).name('path', paths);
  }
  return at.texts();
}

function readParent(parent: DeclaredValue): ParentDeclaration | null {
  if (parent.value === null) return null;
  const [entry, ...more] = parent.entries();
  if (entry === undefined || more.length > 0) {
    return parent.refuse('needs one key: a path parameter or a field, with the name of a resource');
  }
  const [key, resource] = entry;
  return { key, resource };
}

function readReferences(refs: DeclaredValue | undefined): Map<Pointer, DeclaredValue> | undefined {
  if (refs === undefined) return undefined;
  return new Map(
    refs.entries().map(([field, resource]) => {
      return [new DeclaredValue(field, refs.location).pointer(), resource];
    }),
  );
}

/** `update: { keeps: true }` or `replace: { keeps: false }`: whether PUT keeps what a request leaves out. */
function readKeeps(entries: ReadonlyMap<string, DeclaredValue>): boolean | undefined {
  for (const role of ['update', 'replace', 'upsert']) {
    const slot = entries.get(role);
    if (slot === undefined || !isObject(slot)) continue;
    const keeps = new Map(slot.entries(['operation', 'keeps'])).get('keeps');
    if (keeps !== undefined) return keeps.boolean();
  }
  return undefined;
}

function readUniqueRules(rules: DeclaredValue | undefined): UniqueRule[] {
  return rules === undefined ? [] : rules.list().map(readUnique);
}

function readUnique(rule: DeclaredValue): UniqueRule {
  const entries = new Map(rule.entries(['fields', 'assumption']));
  const fields = entries.get('fields')?.pointers();
  if (fields === undefined) return rule.refuse('needs "fields", a list of fields');
  const assumption = entries.get('assumption')?.text();
  return assumption === undefined ? { fields } : { fields, assumption };
}

function readSample(sample: DeclaredValue | undefined): Record<string, unknown> | undefined {
  if (sample === undefined) return undefined;
  return Object.fromEntries(sample.entries().map(([field, { value }]) => [field, value]));
}

function readCopy(copy: DeclaredValue): CopyDeclaration {
  const entries = new Map(copy.entries(['operation', 'children', 'fresh']));
  const children = entries.get('children');
  return {
    children: children === undefined ? [] : children.list(),
    fresh: entries.get('fresh')?.pointers() ?? [],
  };
}

function readActions(
  actions: DeclaredValue | undefined,
  ids: readonly string[],
): Map<string, ReadonlyMap<Pointer, unknown>> {
  const assigned = new Map<string, ReadonlyMap<Pointer, unknown>>();
  for (const [id, action] of actions?.entries() ?? []) {
    new DeclaredValue(id, action.location).name('operation', ids);
    const sets = new Map(action.entries(['sets'])).get('sets');
    assigned.set(id, sets === undefined ? new Map() : readAssignments(sets));
  }
  return assigned;
}

function readAssignments(sets: DeclaredValue): Map<Pointer, unknown> {
  return new Map(
    sets.entries().map(([field, { value }]) => {
      return [new DeclaredValue(field, sets.location).pointer(), value];
    }),
  );
}

const operationKeys = ['role', 'resource', 'item', 'body', 'list', 'sets', 'copy'];

/**
 * Reads the `x-resource` of an operation.
 * @throws DocumentError with the operation and the nearest right key or role
 */
export function readOperationDeclaration(operation: Operation): OperationDeclaration | undefined {
  const section = operation.object['x-resource'];
  if (section === undefined) return undefined;
  const value = new DeclaredValue(section, `${operation.id}: x-resource`);
  const entries = new Map(value.entries(operationKeys));
  const list = entries.get('list');
  const sets = entries.get('sets');
  const copy = entries.get('copy');
  return {
    value,
    role: entries.get('role')?.oneOf(roles),
    resource: entries.get('resource'),
    item: entries.get('item')?.pointer(),
    body: entries.get('body')?.pointer(),
    list: list && parseListDeclaration(list),
    sets: sets && readAssignments(sets),
    copy: copy && readCopy(copy),
  };
}
