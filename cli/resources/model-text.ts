/*
 * cli/resources/: the resource model as text and as an Overlay. It imports contract/ and writers/. Start here for the text, in
 * model-overlay.ts for `--format overlay`.
 */

import type { Contract } from '../../contract/index.ts';
import type {
  ListShape,
  OperationRole,
  Resource,
  ResourceModel,
} from '../../contract/resources/model.ts';
import { toCount, wrapText } from '../../writers/terminal-text.ts';

/** Shows the resources as a tree, then each operation with its role and the reason for it. */
export function toModelText(contract: Contract, model: ResourceModel, width: number): string {
  const { title, version } = contract.document.info;
  const counts = `${toCount(model.resources.size, 'resource')}, ${toCount(model.operations.size, 'operation')}`;
  const lines = [`${title} ${version}: ${counts}`, '', 'Resources'];
  for (const resource of model.resources.values())
    if (findParent(model, resource) === undefined) lines.push(...toTree(model, resource, 1, width));
  lines.push('', 'Operations');
  for (const operation of model.operations.values()) lines.push(...toOperation(operation, width));
  if (model.remarks.length > 0) lines.push('', 'Not used');
  for (const remark of model.remarks) lines.push(...wrapText(remark, width, 2));
  return `${lines.join('\n')}\n`;
}

const findParent = ({ resources }: ResourceModel, { parent }: Resource): Resource | undefined =>
  resources.get(parent?.resource ?? '');

function toTree(model: ResourceModel, resource: Resource, depth: number, width: number): string[] {
  const indent = '  '.repeat(depth);
  const lines = [`${indent}${resource.name} (${resource.certainty})`];
  for (const fact of listFacts(model, resource))
    lines.push(...wrapText(fact, width, indent.length + 4));
  for (const child of model.resources.values())
    if (findParent(model, child) === resource)
      lines.push(...toTree(model, child, depth + 1, width));
  return lines;
}

function listFacts(model: ResourceModel, resource: Resource): string[] {
  const facts = [`at ${[...resource.itemPaths, ...resource.collectionPaths].join(', ')}`];
  if (resource.isSingleton) facts.push('one record');
  else if (resource.id.length > 0) facts.push(`id ${resource.id.join(', ')}`);
  const [listing = ''] = resource.slots.get('list') ?? [];
  const list = model.operations.get(listing)?.list;
  if (list !== undefined) facts.push(`list ${describeList(list)}`);
  if (resource.serverSet.size > 0)
    facts.push(`set by the service: ${[...resource.serverSet.keys()].join(', ')}`);
  if (resource.hidden.size > 0) facts.push(`never returned: ${[...resource.hidden].join(', ')}`);
  return facts;
}

function describeList(list: ListShape): string {
  const parts = [list.items === '' ? 'is the body' : `at ${list.items}`];
  if (list.style !== 'none')
    parts.push(`pages by ${list.style} (${list.position ?? 'no parameter'})`);
  if (list.size !== undefined) parts.push(`size ${list.size}`);
  if (list.filters.size > 0) parts.push(`filters ${[...list.filters.keys()].join(', ')}`);
  if (list.sort !== undefined) parts.push(`sorted by ${list.sort.parameter}`);
  return parts.join('; ');
}

function toOperation(operation: OperationRole, width: number): string[] {
  const { operationId, method, path, role, resource, certainty, because } = operation;
  const isNamed = operationId !== `${method} ${path}`;
  const title = isNamed ? `${operationId} (${method} ${path})` : operationId;
  const target = resource === undefined ? '' : ` ${resource}`;
  return [
    ...wrapText(title, width, 2),
    ...wrapText(`${role}${target}, ${certainty}: ${because.join('; ')}`, width, 6),
  ];
}
