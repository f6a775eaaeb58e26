import type { Schema } from '../../contract/openapi-document.ts';
import { splitPointer } from '../../contract/resolve-reference.ts';
import { unlessInconclusive } from '../outcomes.ts';
import type { Handle } from '../world/handle.ts';
import { readRequestFields } from '../world/request-schema.ts';
import type { LawScope } from './law.ts';

/**
 * The ids of new records, for the fields of a creation that name others: a service that always stores the same one cannot be told
 * from others by a record that all creations share.
 */
export async function createReferences(scope: LawScope): Promise<Record<string, unknown>> {
  const { world, resource } = scope;
  const fields = readRequestFields(world, scope.step('create', 'upsert'));
  const changes: Record<string, unknown> = {};
  for (const [pointer, target] of resource.references) {
    const [name = '', ...inner] = splitPointer(pointer);
    const field = fields.get(name);
    if (inner.length > 0 || field === undefined || resource.parent?.field === pointer) continue;
    const handle = await createNamed(scope, target);
    const [id] = handle?.ids ?? [];
    if (id !== undefined) changes[name] = toFieldValue(field, id);
  }
  return changes;
}

/** A new record of a resource. Undefined if the service refuses it. */
async function createNamed(
  { world, check, records }: LawScope,
  name: string,
): Promise<Handle | undefined> {
  const resource = world.model.resources.get(name);
  return resource && unlessInconclusive(records.create(check, resource));
}

/** An id in the form that a field has. */
function toFieldValue({ type, items }: Schema, id: string): unknown {
  const types = [type].flat();
  if (types.includes('array')) return [toFieldValue(items ?? {}, id)];
  return types.includes('integer') || types.includes('number') ? Number(id) : id;
}
