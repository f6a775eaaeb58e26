import type { Contract, Operation, Schema } from '../../../contract/index.ts';
import { operationRequirements, type RequirementId } from '../../../generated/requirements.js';
import { createFreshBody } from '../../data/fresh-body.ts';
import { deriveInvalidBodies } from '../../data/invalid-bodies.ts';
import { deriveInvalidParameters } from '../../data/invalid-parameters.ts';
import { listUnreadableBodies } from '../../data/nonsense.ts';
import { createdKinds } from '../../model/record-writes.ts';
import type { Check } from '../../model/scope.ts';
import { unknownUuid, useOriginal, useVictim } from '../../model/shared.ts';
import { useVictimRoute } from '../../model/variants.ts';
import { isSuccess } from '../../runner/journal.ts';
import { call } from '../../runner/run.ts';
import {
  expectRefusal,
  frame,
  judgeRefusal,
  makeRefusedBody,
  sendEach,
  usePath,
} from './judge-refusal.ts';

function groupBy<T>(items: readonly T[], toKey: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(toKey(item), [...(groups.get(toKey(item)) ?? []), item]);
  return groups;
}

function createBodyChecks(operation: Operation, resolve: (schema: Schema) => Schema): Check[] {
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
    sends: `an otherwise valid body with exactly one error, verified against the contract: ${bodies.map(({ fault }) => fault).join('; or ')}`,
    expects: 'a refusal each time',
    async run(scope) {
      const path = await usePath(scope, operation);
      // Of the types, a number and null reveal the most.
      for (const { fault, body } of scope.run.probes.pick(scope, slug, bodies, 2)) {
        const marker = scope.unique();
        const faulty = { path, body: body(marker, scope.run.domain), fault };
        if (!(await expectRefusal(scope, operation, faulty, marker))) return;
      }
    },
  }));
}

const parameterRequirements: Readonly<Record<string, RequirementId>> = {
  limit: 'list-sites-limit',
  after: 'list-sites-after',
  skipValidation: 'skip-validation-is-an-enum',
};

/** Checks of values that the schema of a parameter does not allow. */
function createParameterChecks(operation: Operation): Check[] {
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
        // The other bound follows the first.
        for (const { value: example, toValue } of scope.run.probes.pick(
          scope,
          slug,
          values,
          nearMiss ? 1 : 2,
        )) {
          const value = toValue?.(path[name] ?? '') ?? example;
          const body = makeRefusedBody(scope, operation);
          const fault = `${name} is ${JSON.stringify(value)}`;
          const faulty =
            parameter?.in === 'path'
              ? { path: { ...path, [name]: value }, body, fault }
              : { path, query: `${name}=${encodeURIComponent(value)}`, body, fault };
          if (!(await expectRefusal(scope, operation, faulty))) return;
        }
      },
    } satisfies Check;
  });
}

/** Checks of ids that do not exist: a random UUID, and the id of a resource of another kind. */
function createUnknownResourceChecks(operation: Operation): Check[] {
  const inPath = operation.parameters.filter(({ in: place }) => place === 'path');
  const parameters = inPath.filter(({ name }) => name !== 'workspaceId');
  return parameters.map(
    (parameter): Check => ({
      ...frame(operation),
      id: `${operation.id}/refuses-an-unknown-${parameter.name}`,
      title: `A ${parameter.name} that does not exist is refused`,
      requirements: ['unknown-resources-are-refused'],
      sends:
        'a valid request for a random UUID, for the id of another kind of resource, for the id of the workspace, and for ids that start or end like an existing one',
      expects: 'a refusal each time',
      uses: ['victim', 'original'],
      async run(scope) {
        const [own, other] = [await useVictim(scope), await useVictimRoute(scope)];
        const [{ id: known }, { id: ofOtherKind }] =
          parameter.name === 'routeId' ? [other, await useOriginal(scope)] : [own, other];
        const random = unknownUuid(scope, `part of ${operation.id}`);
        // Ids may be sequential, so one that differs in only a few characters may exist.
        const alike = [
          { what: 'first 24', id: known.slice(0, 24) + random.slice(24) },
          { what: 'last 27', id: random.slice(0, 9) + known.slice(9) },
        ].map(({ what, id }) => ({
          fault: `${parameter.name} has only its ${what} characters in common with an existing id`,
          id,
        }));
        const unknown = [
          { fault: `${parameter.name} is an unknown UUID`, id: unknownUuid(scope, operation.id) },
          { fault: `${parameter.name} is the id of something else`, id: ofOtherKind },
          { fault: `${parameter.name} is the id of a workspace`, id: scope.run.options.workspace },
          ...alike,
        ];
        // A random id, and one of another kind, reveal the most.
        const picked = scope.run.probes.pick(scope, 'ids', unknown, 2);
        const others = inPath.length > 1 ? await usePath(scope, operation) : {};
        await sendEach(operation, picked, async ({ fault, id }) => {
          const sent = await call(scope, {
            operation: operation.id,
            path: { ...others, [parameter.name]: id },
            body: makeRefusedBody(scope, operation),
            intent: 'invalid',
          });
          await judgeRefusal(scope, sent, fault);
          return isSuccess(sent);
        });
      },
    }),
  );
}

/** Checks of bodies that JSON parsers do not accept. */
function createUnreadableCheck(operation: Operation): Check[] {
  const { requestBody } = operation;
  if (requestBody === undefined) return [];
  return [
    {
      ...frame(operation),
      id: `${operation.id}/refuses-what-is-no-json`,
      title: 'A body that is not JSON is refused',
      requirements: ['request-bodies-are-json'],
      sends: `bodies that are not valid JSON: truncated, with a trailing comma, in single quotes, two values, a value followed by a word, plain text${requestBody.required ? ', no body' : ''}`,
      expects: 'a refusal each time',
      async run(scope) {
        const path = await usePath(scope, operation);
        const marker = scope.unique();
        const bodies = listUnreadableBodies(operation, marker, scope.run.domain);
        for (const { fault, bytes } of scope.run.probes.pick(scope, 'bytes', bodies))
          if (!(await expectRefusal(scope, operation, { path, body: bytes, fault }, marker)))
            return;
        if (requestBody.required) {
          const faulty = { path, body: new Uint8Array(), fault: 'an empty body' };
          await expectRefusal(scope, operation, faulty);
        }
      },
    },
  ];
}

/** JSON is encoded in UTF-8 (RFC 8259, section 8.1). That other encodings are refused is implied, not stated. */
function createEncodingCheck(operation: Operation): Check[] {
  // If accepted, it creates a route or a webhook, but not a site.
  const kind = createdKinds[operation.id];
  if (kind !== 'route' && kind !== 'webhook') return [];
  return [
    {
      ...frame(operation),
      id: `${operation.id}/refuses-what-is-no-utf-8`,
      title: 'A body that is not UTF-8 is refused',
      level: 'SHOULD',
      requirements: ['near-misses-are-refused'],
      sends: 'a valid body with one byte that is not UTF-8',
      expects: 'a refusal: such a byte is not a character and cannot be returned as sent',
      async run(scope) {
        const path = await usePath(scope, operation);
        const marker = scope.unique();
        const text = JSON.stringify(createFreshBody(operation, marker, scope.run.domain));
        const [before = '', ...behind] = text.split(marker);
        const encoder = new TextEncoder();
        const bytes = Uint8Array.of(
          ...encoder.encode(before + marker),
          0xff,
          ...encoder.encode(behind.join(marker)),
        );
        const faulty = { path, body: bytes, fault: 'a byte that is not UTF-8' };
        await expectRefusal(scope, operation, faulty, marker);
      },
    },
  ];
}

/** Derives from the document a check for each place and kind of violation. */
export function createRefusalChecks(
  contract: Contract,
  resolve: (schema: Schema) => Schema,
): Check[] {
  return contract.operations.flatMap((operation) => [
    ...createBodyChecks(operation, resolve),
    ...createUnreadableCheck(operation),
    ...createEncodingCheck(operation),
    ...createParameterChecks(operation),
    ...createUnknownResourceChecks(operation),
  ]);
}
