/*
 * contract/resources/: what the operations of a document do with which records. It imports only files of contract/. Start here:
 * facts, roles, resources, and what `x-resources` declares. read-model.ts keeps the result for each contract.
 */

import type { OpenApiDocument } from '../openapi-document.ts';
import type { Operation } from '../operation.ts';
import { buildOperation } from './build-operation.ts';
import { buildResource, readIdType } from './build-resource.ts';
import { containResources } from './contain-resources.ts';
import {
  type OperationDeclaration,
  type ResourceDeclaration,
  readOperationDeclaration,
  readResourceDeclarations,
} from './declarations.ts';
import type { Declarations } from './declare-effects.ts';
import { declareOperation, declareResources, type Structure } from './declare-structure.ts';
import { extractElements } from './elements.ts';
import { isSameEntity } from './envelopes.ts';
import { listCreated } from './first-records.ts';
import { joinResources } from './join-resources.ts';
import type { OperationRole, Resource, ResourceModel } from './model.ts';
import { nameResources } from './name-resources.ts';
import { PathIndex, readFacts } from './operation-facts.ts';
import { inferRole } from './operation-roles.ts';
import { readOperationView } from './operation-view.ts';
import { isItemKey } from './path-shape.ts';
import { extractRelations } from './relations.ts';
import { listRemarks } from './remarks.ts';
import { groupByTarget, isResource, type ResourceDraft } from './resource-draft.ts';
import { ShapeReader } from './shapes.ts';
import { recogniseWholeValues } from './whole-values.ts';

/**
 * Infers which resources a document has, and what each operation does with them.
 * @param document an OpenAPI 3.1 document whose references are local
 * @param operations all of its operations
 */
export function inferModel(
  document: OpenApiDocument,
  operations: readonly Operation[],
): ResourceModel {
  const shapes = new ShapeReader(document);
  const ownFacts = operations.map((operation) => {
    return readFacts(readOperationView(document, operation, shapes), shapes);
  });
  const facts = recogniseWholeValues(ownFacts, shapes);
  const paths = new PathIndex(facts);
  const drafts = facts.map((operation) => inferRole(operation, { shapes, paths }));
  const targets = groupByTarget(drafts, shapes);
  const { groups, links } = extractRelations({ groups: targets, paths, shapes });
  const own = extractElements({ groups, paths, shapes });
  const joined = joinResources(own, paths, shapes);
  const index = containResources(joined.filter(isResource));
  nameResources(index.resources);
  const declarations = readDeclarations(document, operations);
  applyDeclarations({ index, drafts, shapes }, declarations);
  for (const resource of index.resources) addSchemaSignals(resource);
  const idTypes = new Map<string, string | undefined>();
  for (const draft of index.resources) idTypes.set(draft.name, readIdType(draft, shapes));
  const resources = new Map<string, Resource>();
  for (const draft of sortByParent(index.resources)) {
    const context = { shapes, idTypes, declarations: declarations.resources };
    resources.set(draft.name, buildResource(draft, context));
  }
  const owners = listOwners(index.resources);
  const roles = new Map<string, OperationRole>();
  for (const draft of drafts) {
    const { id } = draft.facts.operation;
    const context = { shapes, index, resources, links, declarations };
    roles.set(id, buildOperation(draft, owners.get(id), context));
  }
  const remarks = listRemarks(document, operations, roles);
  return { ...markCreated(resources, roles), remarks };
}

/** Corrects what is created, once all bindings are known. */
function markCreated(
  drafts: ReadonlyMap<string, Resource>,
  roles: ReadonlyMap<string, OperationRole>,
): Pick<ResourceModel, 'resources' | 'operations'> {
  const created = listCreated(drafts, roles);
  const resources = new Map<string, Resource>();
  for (const [name, resource] of drafts)
    resources.set(name, { ...resource, isCreated: created.has(name) });
  const operations = new Map<string, OperationRole>();
  for (const [id, operation] of roles) {
    const bindings = operation.bindings.map((binding) => ({
      ...binding,
      isCreated: created.has(binding.resource ?? ''),
    }));
    operations.set(id, { ...operation, bindings });
  }
  return { resources, operations };
}

function readDeclarations(
  document: OpenApiDocument,
  operations: readonly Operation[],
): Declarations {
  const resources = new Map<string, ResourceDeclaration>();
  for (const declaration of readResourceDeclarations(document, operations)) {
    resources.set(declaration.name, declaration);
  }
  const declared = new Map<string, OperationDeclaration>();
  for (const operation of operations) {
    const declaration = readOperationDeclaration(operation);
    if (declaration !== undefined) declared.set(operation.id, declaration);
  }
  return { resources, operations: declared };
}

function applyDeclarations(structure: Structure, { resources, operations }: Declarations): void {
  declareResources(structure, [...resources.values()]);
  for (const draft of structure.drafts) {
    const declaration = operations.get(draft.facts.operation.id);
    if (declaration !== undefined) declareOperation(structure, draft, declaration);
  }
}

/** The resource of each operation, by its id. */
function listOwners(resources: readonly ResourceDraft[]): Map<string, ResourceDraft> {
  const owners = new Map<string, ResourceDraft>();
  for (const resource of resources) {
    for (const { facts } of resource.operations) owners.set(facts.operation.id, resource);
  }
  return owners;
}

/** Adds what follows from comparing the operations of one resource. */
function addSchemaSignals(resource: ResourceDraft): void {
  const { record, operations } = resource;
  if (record === undefined) return;
  const showing = operations.filter((draft) => isSameEntity(draft.facts.item?.shape, record));
  for (const draft of operations) {
    const { item, operation } = draft.facts;
    const sibling = showing.find((candidate) => candidate !== draft);
    if (sibling === undefined) continue;
    const siblingId = sibling.facts.operation.id;
    if (isSameEntity(item?.shape, record)) {
      const because = `it returns the same record as ${siblingId}`;
      draft.signals.push({ kind: 'schema', because });
    } else if (draft.role === 'list') {
      draft.signals.push({ kind: 'schema', because: `its records are those of ${siblingId}` });
    } else if (isItemKey(draft.facts.key) && operation.method === 'DELETE') {
      const because = `the record on its path is that of ${siblingId}`;
      draft.signals.push({ kind: 'sibling', because });
    }
  }
}

function sortByParent(resources: readonly ResourceDraft[]): ResourceDraft[] {
  const sorted = new Set<ResourceDraft>();
  const add = (resource: ResourceDraft, below: readonly ResourceDraft[]) => {
    if (below.includes(resource)) return;
    if (resource.parent !== undefined) add(resource.parent, [...below, resource]);
    sorted.add(resource);
  };
  for (const resource of resources) add(resource, []);
  return [...sorted];
}
