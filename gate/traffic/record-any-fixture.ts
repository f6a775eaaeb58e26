import type { Contract, Operation } from '../../contract/index.ts';
import { isSuccess } from '../../contract/operation.ts';
import { isRecord, readAt } from '../../contract/resolve-reference.ts';
import type { OperationRole, Resource, ResourceModel } from '../../contract/resources/model.ts';
import { readModel } from '../../contract/resources/read-model.ts';
import { readTypes } from '../../contract/schema-fields.ts';
import { findInner, removeAt, setAt } from '../../contract/values-at.ts';
import { pickFields } from '../../mock/behaviours/record-fields.ts';
import { toTreeOfNodes } from '../../mock/features/data/tree-of-nodes.ts';
import type { TreeNode } from '../../mock/sessions/record-tree.ts';
import { stateFormatVersion } from '../../mock/sessions/state-format.ts';
import { toRecordSchema } from '../../mock/sessions/state-reader.ts';
import { createRedactor } from '../../writers/redact.ts';
import type { JudgedExchange } from './judge-exchange.ts';
import type { FixtureRecorder } from './record-fixture.ts';

const redactor = createRedactor();

/** The roles whose responses show records as they are stored. */
const shows = new Set(['create', 'list', 'read', 'update', 'replace', 'upsert', 'copy']);

/** Collects recorded exchanges of any contract into a fixture, by the resource model of its document. */
export class AnyFixtureRecorder implements FixtureRecorder {
  readonly #contract: Contract;
  readonly #model: ResourceModel;
  readonly #nodes = new Map<string, TreeNode>();
  readonly #leftOut = new Set<string>();

  constructor(contract: Contract) {
    this.#contract = contract;
    this.#model = readModel(contract);
  }

  add({ operation, path, documented, responseBody, violations }: JudgedExchange): void {
    if (operation === undefined || violations.some(({ side }) => side === 'response')) {
      this.#leftOut.add('responses that violate the contract or are outside it');
      return;
    }
    const role = this.#model.operations.get(operation.id);
    const resource = this.#model.resources.get(role?.resource ?? '');
    if (role === undefined || resource === undefined) return;
    if (documented === undefined || !isSuccess(documented)) return;
    const parameters = readPath(operation, path);
    const parent = this.#findParent(role, resource, parameters);
    if (role.role === 'delete') this.#remove(role, resource, parameters, parent);
    if (!shows.has(role.role)) return;
    for (const record of readRecords(role, responseBody)) this.#save(resource, parent, record);
  }

  /** What the fixture does not contain, and why, one line for each reason. */
  listLeftOut(): string[] {
    return [...this.#leftOut];
  }

  toFixture(): object {
    return { formatVersion: stateFormatVersion, ...toTreeOfNodes([...this.#nodes.values()]) };
  }

  /** The record that a path names as the container. One that no response has shown is only known by its id. */
  #findParent(
    role: OperationRole,
    resource: Resource,
    parameters: ReadonlyMap<string, string>,
  ): TreeNode | undefined {
    let parent: TreeNode | undefined;
    for (const name of this.#listAncestors(resource)) {
      const resource = this.#model.resources.get(name);
      const bindings = role.bindings.filter((binding) => binding.resource === name);
      if (resource === undefined || bindings.length === 0) continue;
      const ids = readIds(bindings, parameters);
      parent = this.#findOrAdd(resource, ids, parent);
    }
    return parent;
  }

  /** The names of the resources that contain one, from the outermost to the innermost. */
  #listAncestors(resource: Resource): string[] {
    const names: string[] = [];
    let link = resource.parent;
    while (link !== undefined && !names.includes(link.resource)) {
      names.unshift(link.resource);
      link = this.#model.resources.get(link.resource)?.parent;
    }
    return names;
  }

  #findOrAdd(resource: Resource, ids: readonly string[], parent: TreeNode | undefined): TreeNode {
    const key = toKey(resource, ids, parent);
    const earlier = this.#nodes.get(key);
    if (earlier !== undefined) return earlier;
    const fields: Record<string, unknown> = {};
    const pointers = resource.id.length > 0 ? resource.id : ['/id'];
    for (const [index, pointer] of pointers.entries())
      setAt(fields, pointer, this.#toTyped(resource, pointer, ids[index] ?? ''));
    const node: TreeNode = { resource, pointer: '', fields, parent };
    this.#nodes.set(key, node);
    return node;
  }

  /** Ids in paths are texts; records may have numbers. */
  #toTyped(resource: Resource, pointer: string, id: string): unknown {
    const { document } = this.#contract;
    const schema = findInner(document, toRecordSchema(resource), pointer) ?? {};
    const isNumber = readTypes(schema).some((type) => type === 'integer' || type === 'number');
    return isNumber && Number.isFinite(Number(id)) ? Number(id) : id;
  }

  #remove(
    { bindings }: OperationRole,
    resource: Resource,
    parameters: ReadonlyMap<string, string>,
    parent: TreeNode | undefined,
  ): void {
    const bindingsHere = bindings.filter((binding) => binding.resource === resource.name);
    const ids = readIds(bindingsHere, parameters);
    const removed = this.#nodes.get(toKey(resource, ids, parent));
    if (removed === undefined) return;
    for (const [key, node] of this.#nodes) if (isWithin(node, removed)) this.#nodes.delete(key);
  }

  #save(resource: Resource, parent: TreeNode | undefined, record: unknown): void {
    const kept = this.#keepDocumented(resource, record);
    const ids = resource.id.map((pointer) => readAt(kept, pointer));
    if (kept === undefined || ids.includes(undefined)) {
      this.#leftOut.add(`records of ${resource.name} without an id`);
      return;
    }
    if (resource.parent?.field !== undefined) removeAt(kept, resource.parent.field);
    const names = resource.isSingleton ? [] : ids.map(String);
    const key = toKey(resource, names, parent);
    const node = this.#nodes.get(key) ?? { resource, pointer: '', fields: {}, parent };
    Object.assign(node.fields, kept);
    this.#nodes.set(key, node);
  }

  /** Keeps what a fixture may contain. */
  #keepDocumented(resource: Resource, record: unknown): Record<string, unknown> | undefined {
    const picked = pickFields(this.#contract.document, toRecordSchema(resource), record);
    if (!isRecord(record) || !isRecord(picked)) return undefined;
    const kept: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(picked)) {
      const isSecret =
        resource.secret.has(`/${name}`) || redactor.header(name, 'value') !== 'value';
      if (isSecret) this.#leftOut.add(`the field "${name}", which is secret`);
      else kept[name] = value;
    }
    for (const name of Object.keys(record))
      if (!Object.hasOwn(picked, name))
        this.#leftOut.add(`the field "${name}", which is not documented`);
    return kept;
  }
}

/** The values of path parameters. The path may begin with that of a server. */
function readPath(operation: Operation, path: string): Map<string, string> {
  const template = operation.path.split('/');
  const segments = path.split('/').slice(-template.length);
  const values = new Map<string, string>();
  for (const [index, part] of template.entries()) {
    const [, name] = /^\{(.+)\}$/.exec(part) ?? [];
    if (name !== undefined) values.set(name, decode(segments[index] ?? ''));
  }
  return values;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function readRecords({ list, responseItem }: OperationRole, body: unknown): unknown[] {
  if (list === undefined) return responseItem === undefined ? [] : [readAt(body, responseItem)];
  const items = readAt(body, list.items);
  return Array.isArray(items) ? items : [];
}

/** Identifies a node by its kind and the ids of itself and its containers. */
function toKey(
  { name, id }: Resource,
  ids: readonly string[],
  parent: TreeNode | undefined,
): string {
  const containers = parent === undefined ? '' : toNodeKey(parent);
  return `${containers}/${name}:${JSON.stringify(id.length > 0 ? ids : ids.slice(0, 1))}`;
}

function toNodeKey({ resource, fields, parent }: TreeNode): string {
  const pointers = resource.id.length > 0 ? resource.id : ['/id'];
  const ids = pointers.map((pointer) => String(readAt(fields, pointer)));
  return toKey(resource, resource.isSingleton ? [] : ids, parent);
}

/** Whether a node is another one, or below it. */
function isWithin(node: TreeNode, container: TreeNode): boolean {
  for (let current: TreeNode | undefined = node; current; current = current.parent)
    if (current === container) return true;
  return false;
}

/** The ids in a path, in the order of the bindings of its parameters. */
function readIds(
  bindings: readonly { parameter: string }[],
  parameters: ReadonlyMap<string, string>,
): string[] {
  return bindings.map(({ parameter }) => parameters.get(parameter) ?? '');
}
