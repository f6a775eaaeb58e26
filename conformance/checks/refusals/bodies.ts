import type { Operation, Schema } from '../../../contract/index.ts';
import { operationRequirements } from '../../../generated/requirements.js';
import { deriveInvalidBodies } from '../../data/invalid-bodies.ts';
import type { Check } from '../../runner/check.ts';
import { expectRefusal } from './expect-refusal.ts';
import { frame } from './frame.ts';
import { groupBy } from './group-by.ts';
import { usePath } from './use-path.ts';

/** Bodies that are JSON, and not what their schema says. */
export function createBodyChecks(
  operation: Operation,
  resolve: (schema: Schema) => Schema,
): Check[] {
  const { body: requirement } = operationRequirements[operation.id];
  const bySlug = groupBy(deriveInvalidBodies(operation, resolve), ({ slug }) => slug);
  return [...bySlug].map(([slug, bodies]) => ({
    ...frame(operation),
    id: `${operation.id}/refuses-${slug}`,
    title: `${bodies[0]?.title} is refused`,
    level: bodies[0]?.nearMiss === true ? 'SHOULD' : 'MUST',
    requirements: [
      ...(bodies[0]?.nearMiss === true ? (['near-misses-are-refused'] as const) : []),
      ...(requirement === undefined ? [] : [requirement]),
      ...(slug.includes('eventType') ? (['event-types'] as const) : []),
    ],
    sends: `a valid body with exactly one error, verified against the contract: ${bodies.map(({ fault }) => fault).join('; or ')}`,
    expects: 'a refusal each time',
    async run(scope) {
      const path = await usePath(scope, operation);
      for (const { fault, body } of scope.run.probes.pick(scope, slug, bodies)) {
        const marker = scope.unique();
        const faulty = { path, body: body(marker, scope.run.domain), fault };
        if (!(await expectRefusal(scope, operation, faulty, marker))) return;
      }
    },
  }));
}
