import type { Certainty, OperationRole, Resource, ResourceModel, Role } from './model.ts';

/** The resource model as data for programs. */
export interface ModelJson {
  resources: readonly ResourceJson[];
  operations: readonly OperationJson[];
  remarks: readonly string[];
}

/** What the page reads of a resource. Programs find more. */
export interface ResourceJson {
  name: string;
  plural: string;
  at: readonly string[];
  collections: readonly string[];
  id: readonly string[];
  /** The name of the resource that contains it. */
  parent: string | null;
  parentField: string | null;
  /** JSON Pointer of its schema in the document. */
  schema: string | null;
  singleton: boolean;
  serverSet: readonly string[];
  certainty: Certainty;
  because: readonly string[];
}

export interface OperationJson {
  operationId: string;
  method: string;
  path: string;
  role: Role;
  resource: string | null;
  certainty: Certainty;
  because: readonly string[];
}

/** The resource model as data for programs. */
export function toModelJson(model: ResourceModel): ModelJson {
  return {
    resources: [...model.resources.values()].map((resource) => toResource(model, resource)),
    operations: [...model.operations.values()].map(toOperation),
    remarks: model.remarks,
  };
}

function toResource(model: ResourceModel, resource: Resource) {
  const { name, plural, itemPaths, collectionPaths, id, parent, schema, isSingleton } = resource;
  const [listing = ''] = resource.slots.get('list') ?? [];
  const list = model.operations.get(listing)?.list;
  return {
    name,
    plural,
    at: itemPaths,
    collections: collectionPaths,
    id,
    parent: parent?.resource ?? null,
    parentField: parent?.field ?? null,
    schema: schema ?? null,
    singleton: isSingleton,
    list: list === undefined ? null : { ...list, ...toPlainLists(list) },
    operations: Object.fromEntries(resource.slots),
    references: Object.fromEntries(resource.references),
    serverSet: [...resource.serverSet.keys()],
    hidden: [...resource.hidden],
    certainty: resource.certainty,
    because: resource.because,
  };
}

function toPlainLists(list: NonNullable<OperationRole['list']>): object {
  const { echoes, urls, filters, comparisons, sort } = list;
  return {
    echoes: Object.fromEntries(echoes),
    urls: Object.fromEntries(urls),
    filters: Object.fromEntries(filters),
    comparisons: Object.fromEntries(comparisons),
    sort: sort === undefined ? null : { ...sort, fields: Object.fromEntries(sort.fields) },
  };
}

function toOperation(operation: OperationRole): OperationJson {
  const { operationId, method, path, role, resource, certainty, because } = operation;
  return { operationId, method, path, role, resource: resource ?? null, certainty, because };
}
