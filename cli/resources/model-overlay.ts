import type { Contract } from '../../contract/index.ts';
import type { ListShape, Resource, ResourceModel, Role } from '../../contract/resources/model.ts';

/** The roles that are slots of a resource in `x-resources`. `list` has the form of the list instead. */
const slots: readonly Role[] = ['create', 'read', 'update', 'replace', 'delete'];

/** Writes an OpenAPI Overlay with everything that was inferred as comments. */
export function toModelOverlay({ document }: Contract, model: ResourceModel): string {
  const lines = [
    'overlay: 1.0.0',
    'info:',
    `  title: ${JSON.stringify(`Resources of ${document.info.title}`)}`,
    '  version: 1.0.0',
    'actions:',
    "  - target: '$'",
    '    update:',
    '      # What you uncomment becomes declared. Uncomment the parents of a line as well.',
    '      # x-resources:',
  ];
  for (const resource of model.resources.values())
    for (const line of toResource(model, resource)) lines.push(`      #   ${line}`);
  return `${lines.join('\n')}\n`;
}

function toResource(model: ResourceModel, resource: Resource): string[] {
  const lines = [`${resource.name}: # ${resource.certainty}: ${resource.because.join('; ')}`];
  const add = (key: string, value: unknown): void => {
    lines.push(`  ${key}: ${JSON.stringify(value)}`);
  };
  add('at', resource.itemPaths);
  for (const role of slots) {
    const [operation] = resource.slots.get(role) ?? [];
    if (operation !== undefined) add(role, operation);
  }
  if (!resource.isSingleton && resource.id.length > 0) add('id', resource.id);
  const [listing = ''] = resource.slots.get('list') ?? [];
  const list = model.operations.get(listing)?.list;
  if (list !== undefined) add('list', toList(list));
  if (resource.serverSet.size > 0) add('serverSet', [...resource.serverSet.keys()].map(toName));
  if (resource.hidden.size > 0) add('hidden', [...resource.hidden].map(toName));
  return lines;
}

/** A field of the record, or a JSON Pointer if it is deeper. */
const toName = (pointer: string): string =>
  pointer.lastIndexOf('/') === 0 ? pointer.slice(1) : pointer;

function toList(list: ListShape): object {
  return {
    items: list.items,
    ...(list.size !== undefined && { limit: list.size }),
    ...(list.position !== undefined && { [list.style]: list.position }),
    ...(list.more !== undefined && { more: list.more }),
  };
}
