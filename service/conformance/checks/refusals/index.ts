import type { Fault } from '../../../../conformance/runner/journal.ts';
import type { Contract, Operation, Parameter, Schema } from '../../../../contract/index.ts';
import type { RequirementId } from '../../../../generated/requirements.js';
import { createFreshBody } from '../../data/fresh-body.ts';
import { deriveInvalidBodies } from '../../data/invalid-bodies.ts';
import { deriveInvalidParameters } from '../../data/invalid-parameters.ts';
import { listUnreadableBodies } from '../../data/nonsense.ts';
import { call } from '../../model/call.ts';
import { createdKinds } from '../../model/ledger.ts';
import type { Check, Scope } from '../../model/scope.ts';
import { unknownUuid, useOriginal, useVictim, useVictimRoute } from '../../model/shared.ts';
import { requirementsOf } from '../requirements-of.ts';
import {
  expectRefusals,
  type Faulty,
  frame,
  judgeRefusal,
  makeRefusedBody,
  sendEach,
  usePath,
} from './judge-refusal.ts';

function groupBy<T extends { slug: string }>(items: readonly T[]): [string, T[]][] {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(item.slug, [...(groups.get(item.slug) ?? []), item]);
  return [...groups];
}

type Texts = Pick<Check, 'title' | 'requirements' | 'sends'> & {
  slug: string;
  nearMiss?: boolean | undefined;
  fault?: Fault | undefined;
};

/** Creates a check of requests that each violate the contract in one place. */
function refuses(
  operation: Operation,
  { slug, nearMiss = false, fault, requirements, ...texts }: Texts,
  listFaulty: (scope: Scope, path: Faulty['path']) => readonly Faulty[],
): Check {
  return {
    ...frame(operation),
    ...texts,
    id: `${operation.id}/refuses-${slug}`,
    level: nearMiss ? 'SHOULD' : 'MUST',
    requirements: nearMiss ? ['near-misses-are-refused', ...requirements] : requirements,
    expects: 'a refusal each time',
    async run(scope) {
      const path = await usePath(scope, operation);
      // Services may accept a near miss, or refuse it for other reasons.
      const kind = nearMiss ? undefined : fault;
      await expectRefusals(scope, operation, listFaulty(scope, path), kind);
    },
  };
}

function createBodyChecks(operation: Operation, resolve: (schema: Schema) => Schema): Check[] {
  const { body: requirement } = requirementsOf(operation.id);
  return groupBy(deriveInvalidBodies(operation, resolve)).map(([slug, bodies]) =>
    refuses(
      operation,
      {
        slug,
        nearMiss: bodies[0]?.nearMiss,
        fault: 'body',
        title: `${bodies[0]?.title} is refused`,
        requirements: [
          ...(requirement === undefined ? [] : [requirement]),
          ...(slug.includes('eventType') ? (['event-types'] as const) : []),
        ],
        sends: `an otherwise valid body with exactly one error, verified against the contract: ${bodies.map(({ fault }) => fault).join('; or ')}`,
      },
      // Of the types, a number and null reveal the most.
      (scope, path) =>
        scope.run.probes.pick(scope, slug, bodies, 2).map(({ fault, body }) => ({
          path,
          body: body(scope.unique(), scope.run.domain),
          fault,
        })),
    ),
  );
}

const parameterRequirements: Readonly<Record<string, RequirementId>> = {
  limit: 'list-sites-limit',
  after: 'list-sites-after',
  skipValidation: 'skip-validation-is-an-enum',
};

/** Checks of values that the schema of a parameter does not allow. */
function createParameterChecks(operation: Operation): Check[] {
  return groupBy(deriveInvalidParameters(operation)).map(([slug, values]) => {
    const [{ parameter, nearMiss } = { parameter: undefined, nearMiss: false }] = values;
    const name = parameter?.name ?? '';
    return refuses(
      operation,
      {
        slug,
        nearMiss,
        fault: 'parameter',
        title: nearMiss ? `A nearly valid ${name} is refused` : `An invalid ${name} is refused`,
        requirements: nearMiss ? [] : [parameterRequirements[name] ?? 'path-parameters-are-uuids'],
        sends: `valid requests except for ${name}: ${values.map(({ value }) => JSON.stringify(value)).join(', ')}`,
      },
      (scope, path) =>
        // The other bound follows the first.
        scope.run.probes
          .pick(scope, slug, values, nearMiss ? 1 : 2)
          .map(({ value: example, toValue }) => {
            const value = toValue === undefined ? example : toValue(path[name] ?? '');
            const faulty = {
              body: makeRefusedBody(scope, operation),
              fault: `${name} is ${JSON.stringify(value)}`,
            };
            return parameter?.in === 'path'
              ? { ...faulty, path: { ...path, [name]: value } }
              : { ...faulty, path, query: `${name}=${encodeURIComponent(value)}` };
          }),
    );
  });
}

/** Ids that do not exist: random ones, those of other kinds of resources, and those that resemble an existing one. */
async function listUnknownIds(scope: Scope, operation: Operation, name: string) {
  const site = await useVictim(scope);
  const route = await useVictimRoute(scope);
  const existing = name === 'routeId' ? route : site;
  const ofOtherKind = name === 'routeId' ? await useOriginal(scope) : route;
  const random = unknownUuid(scope, `part of ${operation.id}`);
  return [
    { fault: `${name} is an unknown UUID`, id: unknownUuid(scope, operation.id) },
    { fault: `${name} is the id of something else`, id: ofOtherKind.id },
    { fault: `${name} is the id of a workspace`, id: scope.run.options.workspace },
    // Ids may be sequential, so one that differs in only a few characters may exist.
    {
      fault: `${name} starts like an existing id`,
      id: existing.id.slice(0, 24) + random.slice(24),
    },
    { fault: `${name} ends like an existing id`, id: random.slice(0, 9) + existing.id.slice(9) },
  ];
}

function createUnknownResourceCheck(operation: Operation, { name }: Parameter): Check {
  return {
    ...frame(operation),
    id: `${operation.id}/refuses-an-unknown-${name}`,
    title: `A ${name} that does not exist is refused`,
    requirements: ['unknown-resources-are-refused'],
    sends:
      'a valid request for a random UUID, for the id of another kind of resource, for the id of the workspace, and for ids that start or end like an existing one',
    expects: 'a refusal each time',
    uses: ['victim', 'original'],
    async run(scope) {
      const path = await usePath(scope, operation);
      const unknown = await listUnknownIds(scope, operation, name);
      // A random id, and one of another kind, reveal the most.
      const picked = scope.run.probes.pick(scope, 'ids', unknown, 2);
      await sendEach(operation, picked, async (unknownId) => {
        const sent = await call(scope, {
          operation: operation.id,
          path: { ...path, [name]: unknownId.id },
          body: makeRefusedBody(scope, operation),
          intent: 'invalid',
          fault: 'unknown-id',
        });
        return judgeRefusal(scope, sent, unknownId.fault);
      });
    },
  };
}

/** Checks of bodies that JSON parsers do not accept. */
function createUnreadableChecks(operation: Operation): Check[] {
  const { requestBody } = operation;
  if (requestBody === undefined) return [];
  const unreadable = refuses(
    operation,
    {
      slug: 'what-is-no-json',
      title: 'A body that is not JSON is refused',
      requirements: ['request-bodies-are-json'],
      sends: `bodies that are not valid JSON: truncated, with a trailing comma, in single quotes, two values, a value followed by a word, plain text${requestBody.required ? ', no body' : ''}`,
    },
    (scope, path) => {
      const bodies = listUnreadableBodies(operation, scope.unique(), scope.run.domain);
      return [
        ...scope.run.probes
          .pick(scope, 'bytes', bodies)
          .map(({ fault, bytes }) => ({ path, body: bytes, fault })),
        ...(requestBody.required ? [{ path, body: new Uint8Array(), fault: 'an empty body' }] : []),
      ];
    },
  );
  // JSON is encoded in UTF-8 (RFC 8259, section 8.1). If accepted, this creates a route or a webhook, but not a site.
  const kind = createdKinds[operation.id];
  if (kind !== 'route' && kind !== 'webhook') return [unreadable];
  const encoded = refuses(
    operation,
    {
      slug: 'what-is-no-utf-8',
      nearMiss: true,
      title: 'A body that is not UTF-8 is refused',
      requirements: [],
      sends: 'a valid body with one byte that is not UTF-8, which cannot be returned as sent',
    },
    (scope, path) => {
      const marker = scope.unique();
      const text = JSON.stringify(createFreshBody(operation, marker, scope.run.domain));
      const bytes = Buffer.from(text.replaceAll(marker, `${marker}\u00FF`), 'latin1');
      return [{ path, body: Uint8Array.from(bytes), fault: 'a byte that is not UTF-8' }];
    },
  );
  return [unreadable, encoded];
}

/** Derives from the document a check for each place and kind of violation. */
export function createRefusalChecks(
  contract: Contract,
  resolve: (schema: Schema) => Schema,
): Check[] {
  return contract.operations.flatMap((operation) => [
    ...createBodyChecks(operation, resolve),
    ...createUnreadableChecks(operation),
    ...createParameterChecks(operation),
    ...operation.parameters
      .filter((parameter) => parameter.in === 'path' && parameter.name !== 'workspaceId')
      .map((parameter) => createUnknownResourceCheck(operation, parameter)),
  ]);
}
