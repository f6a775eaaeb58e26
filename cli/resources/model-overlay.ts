import { stringify } from 'yaml';
import type { Contract } from '../../contract/index.ts';
import { isRecord } from '../../contract/resolve-reference.ts';
import type { OperationRole, ResourceModel } from '../../contract/resources/model.ts';
import { toListForm } from './overlay-list.ts';
import {
  isSlot,
  listSlotOperations,
  toCopyForm,
  toResourceEntries,
  toSets,
} from './overlay-resource.ts';

/**
 * Writes an OpenAPI Overlay with everything that was inferred as comments. Explanations begin with two signs, so that they
 * stay comments when every line is uncommented.
 */
export function toModelOverlay({ document }: Contract, model: ResourceModel): string {
  const lines = [
    '## What you uncomment becomes declared. Uncomment the parents of a line as well.',
    'overlay: 1.0.0',
    'info:',
    `  title: ${toYaml(`Resources of ${document.info.title}`)}`,
    '  version: 1.0.0',
    'actions:',
    "  - target: '$'",
    '    update:',
    '      # x-resources:',
  ];
  const section = document['x-resources'];
  const declarations = isRecord(section) ? section : {};
  for (const resource of model.resources.values()) {
    const reason = toReason(resource.certainty, resource.because);
    lines.push(`      #   ${resource.name}:${reason}`);
    const declared = declarations[resource.name];
    for (const [key, value] of toResourceEntries(model, resource)) {
      const isDeclared = isRecord(declared) && Object.hasOwn(declared, key);
      if (!isDeclared) lines.push(`      #     ${key}: ${toYaml(value)}`);
    }
  }
  for (const operation of model.operations.values()) lines.push(...toAction(model, operation));
  return `${lines.join('\n')}\n`;
}

/** The role of an operation that is not in a slot of its resource, and the form of a list that is not the main one. */
function toAction(model: ResourceModel, operation: OperationRole): string[] {
  const { role, resource, certainty, because, method, path, list } = operation;
  const slot = listSlotOperations(model, operation);
  const isMain = slot[0] === operation.operationId;
  const isInSlot =
    isMain || (slot.includes(operation.operationId) && role !== 'list' && role !== 'copy');
  if (role === 'unexplained' || (isSlot(role) && isInSlot)) return [];
  const declaration = {
    role,
    // Without a slot, only a path parameter leads to the resource.
    ...(slot.length > 0 && { resource }),
    ...(list !== undefined && { list: toListForm(list) }),
    ...(operation.copy !== undefined && { copy: toCopyForm(operation.copy) }),
    ...(operation.sets.size > 0 && { sets: toSets(operation.sets) }),
  };
  const pathKey = path.replaceAll(/[\\']/g, '\\$&');
  const target = `$.paths['${pathKey}'].${method.toLowerCase()}`;
  return [
    `  # - target: ${toYaml(target)}`,
    '  #   update:',
    `  #     x-resource: ${toYaml(declaration)}${toReason(certainty, because)}`,
  ];
}

/** A comment behind a line. */
function toReason(certainty: string, because: readonly string[]): string {
  const text = because.join('; ').replaceAll(/\s+/g, ' ');
  return ` # ${certainty}: ${text}`;
}

/** A value on one line. */
function toYaml(value: unknown): string {
  return stringify(value, { collectionStyle: 'flow', lineWidth: 0 }).trimEnd();
}
