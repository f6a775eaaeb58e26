import type { Operation } from '../../../contract/index.ts';
import type { RequirementId } from '../../../generated/requirements.js';
import { createFreshBody } from '../../data/fresh-body.ts';
import { deriveInvalidParameters } from '../../data/invalid-parameters.ts';
import type { Check } from '../../runner/check.ts';
import { expectRefusal } from './expect-refusal.ts';
import { frame } from './frame.ts';
import { groupBy } from './group-by.ts';
import { usePath } from './use-path.ts';

const parameterRequirements: Readonly<Record<string, RequirementId>> = {
  limit: 'list-sites-limit',
  after: 'list-sites-after',
  skipValidation: 'skip-validation-is-an-enum',
};

/** Values that the schema of a parameter does not allow. */
export function createParameterChecks(operation: Operation): Check[] {
  const bySlug = groupBy(deriveInvalidParameters(operation), ({ slug }) => slug);
  return [...bySlug].map(([slug, values]) => {
    const [{ parameter, nearMiss } = { parameter: undefined, nearMiss: false }] = values;
    const name = parameter?.name ?? '';
    return {
      ...frame(operation),
      id: `${operation.id}/refuses-${slug}`,
      title: nearMiss ? `A nearly valid ${name} is refused` : `An invalid ${name} is refused`,
      level: nearMiss ? 'SHOULD' : 'MUST',
      requirements: [
        nearMiss
          ? 'near-misses-are-refused'
          : (parameterRequirements[name] ?? 'path-parameters-are-uuids'),
      ],
      sends: `valid requests except for ${name}: ${values.map(({ value }) => JSON.stringify(value)).join(', ')}`,
      expects: 'a refusal each time',
      async run(scope) {
        const path = await usePath(scope, operation);
        // Behind the first bound, the other one.
        for (const { value: example, toValue } of scope.run.probes.pick(
          scope,
          slug,
          values,
          nearMiss ? 1 : 2,
        )) {
          const value = toValue?.(path[name] ?? '') ?? example;
          const marker = scope.unique();
          const body =
            operation.requestBody === undefined
              ? undefined
              : createFreshBody(operation, marker, scope.run.domain);
          const fault = `${name} is ${JSON.stringify(value)}`;
          const faulty =
            parameter?.in === 'path'
              ? { path: { ...path, [name]: value }, body, fault }
              : { path, query: `${name}=${encodeURIComponent(value)}`, body, fault };
          if (!(await expectRefusal(scope, operation, faulty, marker))) return;
        }
      },
    } satisfies Check;
  });
}
