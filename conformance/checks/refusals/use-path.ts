import type { Operation } from '../../../contract/index.ts';
import { useVictim } from '../../model/shared.ts';
import { useVictimRoute } from '../../model/variants.ts';
import { Inconclusive, type Scope } from '../../runner/check.ts';

/** The shared sites behind `usePath`. A route takes its variants from what the original takes. */
export function listPathSites({ parameters }: Operation): readonly string[] {
  const names = parameters.filter(({ in: place }) => place === 'path').map(({ name }) => name);
  if (names.includes('routeId')) return ['victim', 'original'];
  return names.every((name) => name === 'workspaceId') ? [] : ['victim'];
}

/** Valid path parameters: the victim's, so that a request that is carried out after all shows. */
export async function usePath(scope: Scope, operation: Operation): Promise<Record<string, string>> {
  const path: Record<string, string> = {};
  for (const { name, in: place } of operation.parameters) {
    if (place !== 'path') continue;
    path[name] =
      name === 'workspaceId'
        ? scope.run.options.workspace
        : name === 'routeId'
          ? (await useVictimRoute(scope)).id
          : (await useVictim(scope)).id;
  }
  for (const [name, id] of Object.entries(path)) {
    if (scope.run.contract.validators.parameter(operation.id, name, id).length > 0) {
      throw new Inconclusive(`the target gave ${JSON.stringify(id)} as an id, which is not a UUID`);
    }
  }
  return path;
}
