import type { Operation } from '../../../contract/index.ts';
import { createFreshBody } from '../../data/fresh-body.ts';
import { createdKinds } from '../../model/inventory.ts';
import { unknownUuid, useOriginal } from '../../model/shared.ts';
import { useVictimRoute } from '../../model/variants.ts';
import type { Check } from '../../runner/check.ts';
import { isSuccess } from '../../runner/journal.ts';
import { call } from '../../runner/run.ts';
import { frame } from './frame.ts';
import { judgeRefusal } from './judge-refusal.ts';

/** A path that names nothing: a UUID that nobody has, and the id of a resource of another kind. */
export function createUnknownResourceChecks(operation: Operation): Check[] {
  const parameter = operation.parameters.find(
    ({ in: place, name }) => place === 'path' && name !== 'workspaceId',
  );
  if (parameter === undefined) return [];
  return [
    {
      ...frame(operation),
      id: `${operation.id}/refuses-an-unknown-${parameter.name}`,
      title: `A ${parameter.name} that does not exist is refused`,
      requirements: ['unknown-resources-are-refused'],
      sends:
        'a valid request for a random UUID, for the id of a resource of another kind, and for that of the workspace',
      expects: 'a refusal each time',
      uses: ['victim', 'original'],
      async run(scope) {
        const original = await useOriginal(scope);
        const otherKind =
          parameter.name === 'routeId' ? original.id : (await useVictimRoute(scope)).id;
        const unknown = [
          {
            fault: `${parameter.name} is an unknown UUID`,
            id: unknownUuid(scope, operation.id),
          },
          { fault: `${parameter.name} is the id of something else`, id: otherKind },
          { fault: `${parameter.name} is the id of a workspace`, id: scope.run.options.workspace },
        ];
        for (const { fault, id } of unknown) {
          const marker = scope.unique();
          scope.run.ledger.addRefused(marker, scope.check.id);
          const body = createFreshBody(operation, marker, scope.run.domain);
          const sent = await call(scope, {
            operation: operation.id,
            path: { [parameter.name]: id },
            body,
            intent: 'invalid',
          });
          await judgeRefusal(scope, sent, fault);
          if (isSuccess(sent) && createdKinds[operation.id] !== undefined) return;
        }
      },
    },
  ];
}
