import type { Contract } from '../contract/index.ts';
import { DeclaredValue } from '../contract/resources/declaration-values.ts';

/**
 * The laws and protocol checks that a document lowers, because its service lawfully decides otherwise:
 * `x-laws: { keeps-the-rest: observe }`.
 * @param slugs the last parts of the ids of all checks
 * @throws DocumentError with the place, for an unknown law or level
 */
export function readLoweredLaws(
  { document }: Contract,
  slugs: readonly string[],
): ReadonlySet<string> {
  const section = new DeclaredValue(document['x-laws'] ?? {}, 'x-laws');
  const lowered = new Set<string>();
  for (const [slug, level] of section.entries([...new Set(slugs)])) {
    if (level.text() !== 'observe') level.refuse('must be observe');
    lowered.add(slug);
  }
  return lowered;
}
