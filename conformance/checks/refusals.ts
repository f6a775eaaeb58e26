import type { Contract, Operation, OperationId, Schema } from '../../contract/index.ts';
import type { RequirementId } from '../../generated/requirements.js';
import { createFreshBody } from '../data/fresh-body.ts';
import { deriveInvalidBodies, listUnreadableBodies } from '../data/invalid-bodies.ts';
import { deriveInvalidParameters } from '../data/invalid-parameters.ts';
import { isRecord } from '../data/json-path.ts';
import { type Check, Inconclusive, type Scope } from '../engine/check.ts';
import { createdKinds } from '../engine/inventory.ts';
import { isSuccess } from '../engine/journal.ts';
import { type Faulty, proveInvalid } from '../engine/prove-invalid.ts';
import { call } from '../engine/run.ts';
import { unknownUuid, useOriginal, useVictim, useVictimRoute } from '../engine/shared.ts';
import type { Sent } from '../engine/target.ts';

/** The sentence that lists what a body may hold, by operation. */
const bodyRequirements: Readonly<Record<OperationId, RequirementId>> = {
  createSite: 'create-site-body',
  updateSite: 'update-site-body',
  duplicateSite: 'duplicate-site-body',
  createRoute: 'create-route-body',
  updateRoute: 'update-route-body',
  createWebhook: 'create-webhook-body',
  listSites: 'list-sites-limit',
};

const parameterRequirements: Readonly<Record<string, RequirementId>> = {
  limit: 'list-sites-limit',
  after: 'list-sites-after',
  skipValidation: 'skip-validation-is-an-enum',
};

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
      throw new Inconclusive(`the target gave ${JSON.stringify(id)} as an id, which is no UUID`);
    }
  }
  return path;
}

/**
 * Sends a request that breaks the contract in one place, once that has been proved.
 *
 * @returns whether to go on: what is accepted where records are created leaves one that cannot be deleted
 */
async function expectRefusal(
  scope: Scope,
  operation: Operation,
  faulty: Faulty,
  marker: string | undefined,
): Promise<boolean> {
  const proof = proveInvalid(scope.run.contract, operation, faulty);
  if (!proof.invalid) throw new Error(`${operation.id}, ${faulty.fault}: ${proof.reason}`);
  if (marker !== undefined) scope.run.ledger.addRefused(marker, scope.check.id);
  const sent = await call(scope, {
    operation: operation.id as OperationId,
    path: faulty.path,
    ...(faulty.query === undefined ? {} : { query: faulty.query }),
    body: faulty.body,
    intent: 'invalid',
  });
  judgeRefusal(scope, sent, faulty.fault);
  return !(isSuccess(sent) && createdKinds[operation.id] !== undefined);
}

/** A refusal is any answer but success: error statuses are not shown. */
export function judgeRefusal(scope: Scope, sent: Sent, fault: string): void {
  const { reply } = sent;
  if (reply === undefined) {
    scope.fail({
      message: `${fault}: the request was not answered`,
      expected: 'a refusal',
      received: scope.run.redact(sent.error ?? 'nothing'),
      exchange: scope.run.show(sent),
    });
  } else if (reply.status === 429) {
    throw new Inconclusive('the request kept being answered 429');
  } else if (isSuccess(sent)) {
    admit(scope, sent);
    scope.fail({
      message: `${fault}, and the request was accepted`,
      expected: 'a refusal (a 4xx status)',
      received: `status ${reply.status}`,
      exchange: scope.run.show(sent),
    });
  }
}

/** A request that was accepted after all has its effect; it is reported as accepted, and not once more for the effect. */
function admit({ run, check }: Scope, sent: Sent): void {
  run.ledger.admit(check.id, sent.request.path);
  const kind = createdKinds[check.operation];
  const json = sent.reply?.json;
  // The record that was changed may be another than the one that the path names.
  if (kind === undefined && isRecord(json) && typeof json['id'] === 'string')
    run.ledger.admit(check.id, json['id']);
  if (kind === undefined || !isRecord(json) || typeof json['id'] !== 'string') return;
  run.ledger.add({ kind, id: json['id'], label: 'accepted although invalid', parent: '' });
}

/** Every way to break the contract in one place, one check for each place and kind, from the document alone. */
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

function frame(
  operation: Operation,
): Pick<Check, 'operation' | 'level' | 'stage' | 'writes' | 'uses'> {
  return {
    operation: operation.id as OperationId,
    level: 'MUST',
    stage: 'calls',
    writes: operation.method !== 'GET',
    uses: operation.path.includes('{workspaceId}') ? [] : ['victim'],
  };
}

function createBodyChecks(operation: Operation, resolve: (schema: Schema) => Schema): Check[] {
  const bySlug = groupBy(deriveInvalidBodies(operation, resolve), ({ slug }) => slug);
  return [...bySlug].map(([slug, bodies]) => ({
    ...frame(operation),
    id: `${operation.id}/refuses-${slug}`,
    title: `${bodies[0]?.title} is refused`,
    level: bodies[0]?.nearMiss === true ? 'SHOULD' : 'MUST',
    requirements: [
      ...(bodies[0]?.nearMiss === true ? (['near-misses-are-refused'] as const) : []),
      bodyRequirements[operation.id as OperationId],
      ...(slug.includes('eventType') ? (['event-types'] as const) : []),
    ],
    sends: `a valid body with one fault, proved against the contract: ${bodies.map(({ fault }) => fault).join('; or ')}`,
    expects: 'a refusal each time',
    async run(scope) {
      const path = await usePath(scope, operation);
      for (const { fault, body } of bodies) {
        const marker = scope.unique();
        const faulty = { path, body: body(marker, scope.run.domain), fault };
        if (!(await expectRefusal(scope, operation, faulty, marker))) return;
      }
    },
  }));
}

function createUnreadableCheck(operation: Operation): Check[] {
  const { requestBody } = operation;
  if (requestBody === undefined) return [];
  return [
    {
      ...frame(operation),
      id: `${operation.id}/refuses-what-is-no-json`,
      title: 'a body that is no JSON is refused',
      requirements: ['request-bodies-are-json'],
      sends: `bodies that no JSON parser takes: cut off, a comma too many, single quotes, two texts, a word behind the text, a plain text${requestBody.required ? ', nothing' : ''}`,
      expects: 'a refusal each time',
      async run(scope) {
        const path = await usePath(scope, operation);
        const marker = scope.unique();
        const bodies = listUnreadableBodies(operation, marker, scope.run.domain);
        for (const { fault, bytes } of bodies)
          if (!(await expectRefusal(scope, operation, { path, body: bytes, fault }, marker)))
            return;
        if (requestBody.required) {
          await expectRefusal(
            scope,
            operation,
            { path, body: new Uint8Array(), fault: 'an empty body' },
            undefined,
          );
        }
      },
    },
  ];
}

/** JSON that is exchanged is UTF-8 (RFC 8259, section 8.1); that other bytes are refused is implied, not said. */
function createEncodingCheck(operation: Operation): Check[] {
  // Where it is taken, it leaves a record: a route or a webhook, and no site.
  const kind = createdKinds[operation.id];
  if (kind !== 'route' && kind !== 'webhook') return [];
  return [
    {
      ...frame(operation),
      id: `${operation.id}/refuses-what-is-no-utf-8`,
      title: 'a body that is not in UTF-8 is refused',
      level: 'SHOULD',
      requirements: ['near-misses-are-refused'],
      sends: 'a valid body but for a byte in it that UTF-8 does not have',
      expects:
        'a refusal: such a byte stands for no character, and cannot come back as it was sent',
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
        await expectRefusal(
          scope,
          operation,
          { path, body: bytes, fault: 'a byte that is no UTF-8' },
          marker,
        );
      },
    },
  ];
}

function createParameterChecks(operation: Operation): Check[] {
  const bySlug = groupBy(deriveInvalidParameters(operation), ({ slug }) => slug);
  return [...bySlug].map(([slug, values]) => {
    const [{ parameter, nearMiss } = { parameter: undefined, nearMiss: false }] = values;
    const name = parameter?.name ?? '';
    return {
      ...frame(operation),
      id: `${operation.id}/refuses-${slug}`,
      title: nearMiss ? `a near miss of ${name} is refused` : `a wrong ${name} is refused`,
      level: nearMiss ? 'SHOULD' : 'MUST',
      requirements: [
        nearMiss
          ? 'near-misses-are-refused'
          : (parameterRequirements[name] ?? 'path-parameters-are-uuids'),
      ],
      sends: `valid requests but for ${name}: ${values.map(({ value }) => JSON.stringify(value)).join(', ')}`,
      expects: 'a refusal each time',
      async run(scope) {
        const path = await usePath(scope, operation);
        for (const { value: example, toValue } of values) {
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

/** A path that names nothing: a UUID that nobody has, and the id of a resource of another kind. */
function createUnknownResourceChecks(operation: Operation): Check[] {
  const parameter = operation.parameters.find(
    ({ in: place, name }) => place === 'path' && name !== 'workspaceId',
  );
  if (parameter === undefined) return [];
  return [
    {
      ...frame(operation),
      id: `${operation.id}/refuses-an-unknown-${parameter.name}`,
      title: `a ${parameter.name} that names nothing is refused`,
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
            fault: `${parameter.name} is a UUID that names nothing`,
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
            operation: operation.id as OperationId,
            path: { [parameter.name]: id },
            body,
            intent: 'invalid',
          });
          judgeRefusal(scope, sent, fault);
          if (isSuccess(sent) && createdKinds[operation.id] !== undefined) return;
        }
      },
    },
  ];
}

function groupBy<T>(items: readonly T[], toKey: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(toKey(item), [...(groups.get(toKey(item)) ?? []), item]);
  return groups;
}
