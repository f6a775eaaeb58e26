import { type Contract, findSuccess, type Operation } from '../../../contract/index.ts';
import { isRecord, readAt } from '../../../contract/resolve-reference.ts';
import type { OperationRole, Resource } from '../../../contract/resources/model.ts';
import { resolveSchema } from '../../../contract/schema-fields.ts';
import { createValues, type Values } from '../../../contract/values/index.ts';
import { findInner, removeAt, setAt } from '../../../contract/values-at.ts';
import { createStateReader } from '../../sessions/contract-state.ts';
import { listChildren, type RecordTree, type TreeNode } from '../../sessions/record-tree.ts';
import { type StateReader, toRecordSchema } from '../../sessions/state-reader.ts';
import { createIdsFrom } from './fixture-ids.ts';
import { toTreeOfNodes } from './tree-of-nodes.ts';

/** Records from the examples of a document. */
interface ExampleTree {
  tree: RecordTree;
  /** Where examples were left out, because they do not match the schema of their resource: one sentence each. */
  omitted: readonly string[];
}

type Fields = Record<string, unknown>;

/** What collecting examples needs. */
interface Collection {
  contract: Contract;
  reader: StateReader;
  values: Values;
  omitted: string[];
}

/** The examples of a resource, and of those that it contains. */
interface Examples {
  resource: Resource;
  records: Fields[];
  children: Examples[];
}

/**
 * Collects the records that the examples of a document show: in responses, in the schema of each resource, and in requests that
 * create records. A resource without any, whose fields have examples, gets one record of these.
 */
export function createExampleTree(contract: Contract, seed: number): ExampleTree {
  const reader = createStateReader(contract, createIdsFrom(seed, contract.assumptions));
  const values = createValues(contract.document);
  const collection: Collection = { contract, reader, values, omitted: [] };
  const nodes: TreeNode[] = [];
  for (const examples of collectLevel(collection, undefined))
    addNodes(collection, nodes, examples, [undefined]);
  return { tree: toTreeOfNodes(nodes), omitted: collection.omitted };
}

/** @param parent name of the resource that contains those to collect */
function collectLevel(collection: Collection, parent: string | undefined): Examples[] {
  const level: Examples[] = [];
  for (const resource of listChildren(collection.reader.model, parent)) {
    const records = listExampleRecords(collection, resource);
    const children = collectLevel(collection, resource.name);
    const isEmpty = records.length === 0 && children.length === 0;
    if (!isEmpty) level.push({ resource, records, children });
  }
  return level;
}

function addNodes(
  collection: Collection,
  nodes: TreeNode[],
  { resource, records, children }: Examples,
  parents: readonly (TreeNode | undefined)[],
): void {
  const level = records.map((fields): TreeNode => {
    const parent = findParent(collection.reader, resource, parents, fields);
    return { resource, pointer: '', fields, parent };
  });
  if (level.length === 0) level.push(createContainer(collection, resource, parents[0]));
  nodes.push(...level);
  for (const child of children) addNodes(collection, nodes, child, level);
}

/** A generated record below which examples of others are stored. */
function createContainer(
  { contract, values }: Collection,
  resource: Resource,
  parent: TreeNode | undefined,
): TreeNode {
  const schema = toRecordSchema(resource);
  const options = { direction: 'response', name: resource.name } as const;
  const value = values.generate(schema, options);
  const fields: Fields = isRecord(value) ? { ...value } : {};
  for (const pointer of resource.id) {
    const example = findParameterExample(contract, resource, pointer);
    if (example !== undefined) setAt(fields, pointer, example);
  }
  return { resource, pointer: '', fields, parent };
}

/** The example of the path parameter that identifies a record. */
function findParameterExample(
  { operations }: Contract,
  { itemPaths, id }: Resource,
  pointer: string,
): unknown {
  const [itemPath = ''] = itemPaths;
  const names = [...itemPath.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name);
  const name = names.at(id.indexOf(pointer) - id.length);
  const { parameters = [] } = operations.find(({ path }) => path === itemPath) ?? {};
  return parameters.find((parameter) => parameter.name === name)?.example;
}

/** The parent whose id an example names; otherwise the first one. */
function findParent(
  { model }: StateReader,
  { parent: link }: Resource,
  parents: readonly (TreeNode | undefined)[],
  fields: Fields,
): TreeNode | undefined {
  if (link?.field === undefined) return parents[0];
  const id = readAt(fields, link.field);
  const pointer = model.resources.get(link.resource)?.id[0] ?? '/id';
  const isNamed = (parent: TreeNode | undefined) => readAt(parent?.fields, pointer) === id;
  const parent = parents.find(isNamed) ?? parents[0];
  // In the tree, it is the record that contains it.
  removeAt(fields, link.field);
  return parent;
}

function listExampleRecords(collection: Collection, resource: Resource): Fields[] {
  const { reader, values, omitted } = collection;
  const schema = toRecordSchema(resource);
  const byId = new Map<string, Fields>();
  const add = ({ value, from }: Candidate): void => {
    if (!isRecord(value)) return;
    if (!reader.values.isValid(schema, value)) {
      omitted.push(`an example of ${from} does not match the schema of ${resource.name}`);
      return;
    }
    const ids = resource.id.map((pointer) => readAt(value, pointer));
    const name = resource.isSingleton ? '' : JSON.stringify(ids);
    if (!byId.has(name)) byId.set(name, { ...value });
  };
  for (const candidate of listShown(collection, resource)) add(candidate);
  if (byId.size === 0) for (const candidate of listSent(collection, resource)) add(candidate);
  if (byId.size === 0 && hasFieldExamples(reader, resource)) {
    const options = { direction: 'response', name: resource.name } as const;
    const value = values.generate(schema, options);
    add({ value, from: resource.name });
  }
  return [...byId.values()];
}

interface Candidate {
  value: unknown;
  /** The operation or resource that has it. */
  from: string;
}

/** The records in the examples of responses and schemas. */
function listShown({ contract, reader }: Collection, resource: Resource): Candidate[] {
  const { model, values } = reader;
  const candidates: Candidate[] = [];
  for (const operation of contract.operations) {
    const role = model.operations.get(operation.id);
    if (role?.resource !== resource.name || !showsRecords.has(role.role)) continue;
    for (const body of listResponseExamples(values, operation))
      for (const value of readRecords(role, body)) candidates.push({ value, from: operation.id });
  }
  for (const value of values.listExamples(toRecordSchema(resource)))
    candidates.push({ value, from: resource.name });
  return candidates;
}

const showsRecords = new Set(['list', 'read', 'create', 'update', 'replace', 'upsert', 'copy']);

function listResponseExamples(values: StateReader['values'], operation: Operation): unknown[] {
  const success = findSuccess(operation);
  if (success === undefined) return [];
  const documented = success.examples.map(({ value }) => value);
  return [...documented, ...values.listExamples(success.schema)];
}

/** The records that a body of an operation shows. */
function readRecords({ list, responseItem }: OperationRole, body: unknown): unknown[] {
  if (list !== undefined) {
    const items = readAt(body, list.items);
    return Array.isArray(items) ? items : [];
  }
  return responseItem === undefined ? [] : [readAt(body, responseItem)];
}

/** The records in the examples of requests that create them. What the service adds to them is filled in later. */
function listSent({ contract, reader, values }: Collection, resource: Resource): Candidate[] {
  const candidates: Candidate[] = [];
  const schema = toRecordSchema(resource);
  for (const operation of contract.operations) {
    const role = reader.model.operations.get(operation.id);
    const isCreation = role?.role === 'create' && role.resource === resource.name;
    if (!isCreation || operation.requestBody === undefined) continue;
    const { examples, schema: bodySchema } = operation.requestBody;
    const documented = examples.map(({ value }) => value);
    for (const body of [...documented, ...reader.values.listExamples(bodySchema)]) {
      const sent = readAt(body, role.requestItem ?? '');
      const options = { direction: 'response', samples: [sent] } as const;
      const value = values.generate(schema, options);
      const isKept = isRecord(sent) && isRecord(value);
      if (isKept) candidates.push({ value: { ...value, ...sent }, from: operation.id });
    }
  }
  return candidates;
}

/** Whether a field of a resource has an example. */
function hasFieldExamples({ document }: StateReader, resource: Resource): boolean {
  const schema = resolveSchema(document, toRecordSchema(resource));
  const names = Object.keys(schema.properties ?? {});
  return names.some((name) => {
    const field = findInner(document, schema, `/${name}`);
    return field?.example !== undefined || field?.examples !== undefined;
  });
}
