import type { Schema } from '../../contract/openapi-document.ts';
import { normalise } from '../../contract/resources/words.ts';
import type { ServedRole } from './behaviour.ts';

/** The slug that services make of a name: `justice-league`. */
export function toSlug(
  { values }: ServedRole,
  schema: Schema,
  name: string,
  record: Readonly<Record<string, unknown>>,
): string | undefined {
  const title = record['name'] ?? record['title'];
  if (normalise(name) !== 'slug' || typeof title !== 'string') return undefined;
  const slug = title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return slug !== '' && values.isValid(schema, slug) ? slug : undefined;
}
