import type { Operation } from '../../contract/index.ts';
import type { OpenApiDocument, Schema } from '../../contract/openapi-document.ts';
import { isRecord, readAt, splitPointer } from '../../contract/resolve-reference.ts';
import type { Resource } from '../../contract/resources/model.ts';
import { readFields } from '../../contract/schema-fields.ts';
import { type InvalidValue, listInvalidValues } from '../../contract/values/index.ts';
import { findInner } from '../../contract/values-at.ts';
import { Inconclusive } from '../outcomes.ts';
import type { Sent } from '../runner/target.ts';
import { callOperation } from '../world/call-operation.ts';
import { carriesFault, carriesFaults } from '../world/carries-fault.ts';
import { readRecord } from '../world/read-records.ts';
import type { Subject } from '../world/step.ts';
import { isDone } from '../world/world.ts';
import { makeUnique } from '../world/write-requests.ts';
import type { ProtocolCheck, ProtocolScope } from './check.ts';
import { failAccepted } from './fail-accepted.ts';
import { callValidly, type ValidCall } from './valid-call.ts';

/** The most bodies that are sent to one operation, unless the run is thorough. */
const mostBodies = 24;

/** Formats that a service which documents them cannot confuse with any text. */
const clearFormats = new Set(['date', 'date-time', 'uuid', 'email', 'ipv4', 'ipv6']);

export const refusesInvalidBodies: ProtocolCheck = {
  slug: 'refuses-invalid-bodies',
  stage: 'refusal',
  sentence: 'A request body that breaks its schema is refused.',
  applies: (subject, operation) => carriesFaults(operation) && !ignoresBody(subject, operation),
  async run(scope) {
    const valid = await callValidly(scope);
    if (!isDone(valid.sent)) throw new Inconclusive('no valid body was accepted');
    const invalid = listInvalidBodies(scope, valid);
    if (invalid.length === 0) throw new Inconclusive('its schema accepts every body');
    for (const wrong of invalid) await judgeBody(scope, valid, wrong);
  },
};

/** Many actions do not look at a body that may be left out. */
function ignoresBody({ model }: Subject, { id, requestBody }: Operation): boolean {
  return model.operations.get(id)?.role === 'action' && requestBody?.required !== true;
}

/** Bodies that differ from a valid one in one place. Their free texts are unique, so no conflict refuses them. */
export function listInvalidBodies({ world, operation }: ProtocolScope, { call }: ValidCall) {
  const { requestBody } = operation;
  if (requestBody === undefined) return [];
  const body = makeUnique(world, operation, '', call.body, world.nextNumber());
  const validate = world.contract.validators.body(operation.id);
  const isValid = (value: unknown) => {
    // Where a body may be left out, many services take null for none.
    if (value === null && !requestBody.required) return true;
    const matches = world.values.isValid(requestBody.pointer, value, 'request');
    return matches || validate(value).length === 0;
  };
  if (!isValid(structuredClone(body))) return [];
  const options = { name: 'the body', validate: isValid };
  const { document } = world.contract;
  const faults = listInvalidValues(document, { ...requestBody.schema }, body, options);
  const invalid = faults.filter((fault) => carriesFault(world.contract, operation, fault));
  return world.settings.thorough ? invalid : spread(invalid, mostBodies);
}

/** Selects so many items that each place and each keyword has one before any has a second one. */
function spread(invalid: readonly InvalidValue[], most: number): readonly InvalidValue[] {
  const counts = new Map<string, number>();
  const inRounds = invalid.map((value) => {
    const key = `${value.keyword} ${value.pointer}`;
    const round = counts.get(key) ?? 0;
    counts.set(key, round + 1);
    return { value, round };
  });
  inRounds.sort((left, right) => left.round - right.round);
  return inRounds.slice(0, most).map(({ value }) => value);
}

async function judgeBody(
  scope: ProtocolScope,
  { call, handle }: ValidCall,
  wrong: InvalidValue,
): Promise<void> {
  const { world, check, operation, records } = scope;
  const body = wrong.value;
  const sent = await callOperation(world, check, { ...call, body, isValid: false });
  if (!isDone(sent)) return;
  const role = world.model.operations.get(operation.id);
  const resource = world.model.resources.get(role?.resource ?? '');
  const isCreation = role?.role === 'create' && handle !== undefined && resource !== undefined;
  const created = isCreation ? records.adopt(resource, handle, sent) : undefined;
  const stored = await readResult(scope, sent, resource, created ?? handle);
  const verdict = judgeAcceptance(scope, wrong, stored);
  if (verdict === 'corrects') {
    scope.observe(`${operation.id} accepts a body although ${wrong.fault}, and corrects it`);
    return;
  }
  failAccepted(scope, wrong.fault, sent);
}

/** The record after an accepted request: as the response shows it, or as it is read. */
async function readResult(
  { world, check, operation }: ProtocolScope,
  sent: Sent,
  resource: Resource | undefined,
  handle: ValidCall['handle'],
): Promise<unknown> {
  const { responseItem = '' } = world.model.operations.get(operation.id) ?? {};
  const returned = readAt(sent.reply?.json, responseItem);
  const canRead = resource?.slots.has('read') === true && handle?.resource === resource;
  if (isRecord(returned) || !canRead || handle === undefined) return returned;
  const { item } = await readRecord(world, check, handle);
  return item;
}

/**
 * A service may correct a value, such as a number sent as text. It may not accept a body without what the document requires,
 * and not keep what the document excludes.
 */
function judgeAcceptance(
  { world, operation }: ProtocolScope,
  { pointer, keyword, value }: InvalidValue,
  stored: unknown,
): 'accepts' | 'corrects' {
  const { document } = world.contract;
  const schema = operation.requestBody?.schema ?? {};
  const field = findInner(document, schema, pointer);
  if (field?.readOnly === true) return 'corrects';
  if (keyword === 'additionalProperties') return 'accepts';
  if (keyword === 'required') {
    const isFilled = field?.default !== undefined || isPartial(operation);
    return isFilled ? 'corrects' : 'accepts';
  }
  const wrong = readAt(value, pointer);
  // Null often means that an optional field is left out.
  if (wrong === null && !isRequired(document, schema, pointer)) return 'corrects';
  const requestItem = world.model.operations.get(operation.id)?.requestItem ?? '';
  const itemPointer = pointer.startsWith(requestItem) ? pointer.slice(requestItem.length) : pointer;
  const kept = itemPointer === '' ? undefined : readAt(stored, itemPointer);
  const isSame = JSON.stringify(kept) === JSON.stringify(wrong);
  if (keyword === 'format')
    return isSame && clearFormats.has(String(field?.format)) ? 'accepts' : 'corrects';
  if (kept === undefined || kept === null || isSame || field === undefined) return 'accepts';
  return world.values.isValid(field, kept, 'response') ? 'corrects' : 'accepts';
}

/**
 * Whether a request changes only what it names (RFC 5789), whatever its schema requires: many documents use the schema of a
 * creation for PATCH.
 */
function isPartial({ method }: Operation): boolean {
  return method === 'PATCH';
}

function isRequired(document: OpenApiDocument, schema: Schema, pointer: string): boolean {
  const at = pointer.lastIndexOf('/');
  if (at === -1) return true;
  const parent = findInner(document, schema, pointer.slice(0, at)) ?? {};
  const [name = ''] = splitPointer(pointer.slice(at));
  return readFields(document, parent).required.has(name);
}
