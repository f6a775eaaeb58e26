import { type Api, type ApiOperation, findResponse } from './api.ts';
import type { Pair } from './candidate-parts.ts';
import type { Change, Severity, Witness, WitnessRequest } from './change.ts';
import { compareValues, type ValueDifference } from './compare-values.ts';
import {
  findPlaces,
  holdsAt,
  type SchemaWitness,
  type Side,
  toAdvice,
  toLostPromise,
  toStatement,
  type ValuePlaces,
} from './find-witnesses.ts';
import { putAt } from './json.ts';
import { createHeaders, createRequest, pickValue, type RequestChange, toCurl } from './requests.ts';
import { createSchemaSet, type SchemaSet, type Way } from './schemas.ts';

/** A change whose places are still pointers. */
export interface FoundChange extends Omit<Change, 'old' | 'new' | 'operations'> {
  operation: string;
  old?: string;
  new?: string;
}

/** Both documents, and the schemas of each for requests and for responses. */
export interface Comparison {
  old: Api;
  new: Api;
  sets: Readonly<Record<'old' | 'new', Readonly<Record<Way, SchemaSet>>>>;
}

/** Shows a value within a whole request or response. */
export type ToWitness = (
  given: Pick<SchemaWitness, 'value' | 'reason'>,
  provenBy: Witness['provenBy'],
) => Witness;

interface ResponseChange {
  body?: { value: unknown };
  headers?: Record<string, string>;
  provenBy?: Witness['provenBy'];
}

export function createComparison(oldApi: Api, newApi: Api): Comparison {
  const toSets = ({ document }: Api) => ({
    request: createSchemaSet(document, 'request'),
    response: createSchemaSet(document, 'response'),
  });
  return { old: oldApi, new: newApi, sets: { old: toSets(oldApi), new: toSets(newApi) } };
}

/** The place of a change in each document that contains it. */
interface Pointers {
  old?: string;
  new?: string;
}

/** Two versions of one operation, and the functions that report differences. */
export type OperationContext = ReturnType<typeof createOperationContext>;

/** @param isOutgoing whether the service sends the request, as with a webhook: sender and receiver are then swapped */
export function createOperationContext(
  comparison: Comparison,
  before: ApiOperation,
  after: ApiOperation,
  isOutgoing: boolean,
) {
  const { sets } = comparison;
  const operation = before.name;
  // Values are generated from the schema of the sender, and validated by that of the receiver.
  const sender: Side = isOutgoing ? 'new' : 'old';
  const found: FoundChange[] = [];
  const add = (
    severity: Severity,
    rule: string,
    place: string,
    title: string,
    detail: string,
    more: Pointers & { witness?: Witness } = {},
  ): void => {
    found.push({ id: `${rule}:${place}`, rule, severity, operation, title, detail, ...more });
  };
  /** The place of a change in the new document, otherwise in the old one. */
  const toPlace = ({ old, new: current }: Pointers): string => current ?? old ?? '';
  const addBreaking = (
    rule: string,
    title: string,
    advice: string,
    at: Pointers,
    witness: Witness,
  ): void => add('breaking', rule, toPlace(at), title, advice, { ...at, witness });
  const addCompatible = (rule: string, title: string, at: Pointers, detail = ''): void =>
    add('compatible', rule, toPlace(at), title, detail, at);

  function toRequest(change: RequestChange = {}): WitnessRequest {
    const [set, given] = sender === 'old' ? [sets.old.request, before] : [sets.new.request, after];
    return createRequest(set, given, change);
  }

  function witnessRequest(
    change: RequestChange,
    reason: string,
    provenBy: Witness['provenBy'] = 'rule',
  ): Witness {
    const request = toRequest(change);
    return { kind: 'request', operation, request, provenBy, reason, curl: toCurl(request) };
  }

  function witnessResponse(
    status: string,
    reason: string,
    { body, headers = {}, provenBy = 'rule' }: ResponseChange = {},
  ): Witness {
    const request = toRequest();
    const [set, { responses }] = isOutgoing
      ? [sets.old.response, before]
      : [sets.new.response, after];
    const needed = createHeaders(set, findResponse(responses, status));
    const response = {
      status,
      headers: { ...needed, ...headers },
      ...(body !== undefined && { body: body.value }),
    };
    return {
      kind: 'response',
      operation,
      request,
      response,
      provenBy,
      reason,
      curl: toCurl(request),
    };
  }

  /** Reports how two schemas differ. @param isSent whether the value is part of the request */
  function addValues(
    what: string,
    isSent: boolean,
    pointers: ValuePlaces,
    known: readonly unknown[],
    fromText: boolean,
    toWitness: ToWitness,
  ): void {
    const way: Way = isSent ? 'request' : 'response';
    const isForward = isSent !== isOutgoing;
    const [from, to]: [Side, Side] = isForward ? ['old', 'new'] : ['new', 'old'];
    const pair: Pair = { source: sets[from][way], target: sets[to][way], fromText };
    const difference = compareValues(pair, pointers[from], pointers[to], known);
    if (difference === undefined) return;
    for (const witness of difference.refused) {
      // In the other direction, the sender promises less, so the receiver must accept more.
      const title = isForward
        ? `${what} is stricter: ${witness.reason}`
        : `${what} ${toLostPromise(witness)}`;
      const place = findPlaces(pair, witness, pointers, to);
      const suffix = witness.property === undefined ? '' : `/${witness.property}`;
      add(
        'breaking',
        `${way}-${isForward ? 'narrowed' : 'widened'}`,
        `${witness.refusedAt}${suffix}`,
        title,
        toAdvice(isForward),
        { ...place, witness: toWitness(witness, 'validation') },
      );
    }
    for (const witness of difference.allowed) {
      const suffix = witness.property === undefined ? '' : `/${witness.property}`;
      const title = isForward
        ? `${what} is more lenient: it is no longer required that ${toStatement(witness.reason)}`
        : `${what} guarantees more: ${toStatement(witness.reason)}`;
      add(
        'compatible',
        `${way}-${isForward ? 'widened' : 'narrowed'}`,
        `${witness.refusedAt}${suffix}`,
        title,
        '',
        { [from]: witness.refusedAt },
      );
    }
    addDescribed(what, isSent, isForward, difference, pointers.old, toWitness);
    for (const { pointer, title, reason, value } of difference.selected)
      add(
        'breaking',
        `${way}-discriminator-changed`,
        pointer,
        `${what}: ${title}`,
        'Keep the property and the mapping; clients use them to decide how to read a value.',
        { [from]: pointer, witness: toWitness({ value, reason }, 'rule') },
      );
    for (const { keyword, pointer } of difference.unproven)
      add(
        'unproven',
        `${way}-${keyword}-changed`,
        pointer,
        `${what}: "${keyword}" changed, and no value was found that shows an effect`,
        'Compare both documents manually.',
        { [to]: pointer },
      );
  }

  /** Reports properties that only one document describes. */
  function addDescribed(
    what: string,
    isSent: boolean,
    isForward: boolean,
    { described, refused }: ValueDifference,
    start: string | undefined,
    toWitness: ToWitness,
  ): void {
    for (const { by, path, name, pointer } of described) {
      const isRemoved = (by === 'source') === isForward;
      const rule = `${isSent ? 'request' : 'response'}-property-${isRemoved ? 'removed' : 'added'}`;
      const place = pointer ?? path;
      // A value has already shown it.
      const isShown = refused.some(
        (witness) => witness.property === name || holdsAt(witness.value, path),
      );
      if (isShown) continue;
      const at = isRemoved ? { old: place } : { new: place };
      if (!isRemoved) {
        add('compatible', rule, place, `${what} has a new optional property ${path}`, '', at);
      } else if (isSent && !isOutgoing) {
        const witness = witnessProperty(start, path, pointer, toWitness);
        add(
          witness === undefined ? 'unproven' : 'breaking',
          rule,
          place,
          `${what} no longer describes ${path}: what clients send there is ignored`,
          'Keep the property, or release a major version.',
          { ...at, ...(witness && { witness }) },
        );
      } else {
        add(
          'unproven',
          rule,
          place,
          `${what} no longer describes the optional property ${path}`,
          'Clients that read it find nothing; a response without it was allowed before.',
          at,
        );
      }
    }
  }

  /** A request that uses a property, found among the values that the old document allows. */
  function witnessProperty(
    start: string | undefined,
    path: string,
    pointer: string | undefined,
    toWitness: ToWitness,
  ): Witness | undefined {
    if (start === undefined) return undefined;
    const set = sets.old.request;
    const content = before.body?.content.find(({ schemaPointer }) => schemaPointer === start);
    const base = pickValue(set, content ?? { schemaPointer: start });
    const value = pointer === undefined ? 'text' : pickValue(set, { schemaPointer: pointer });
    const body = putAt(base, path.split('/').slice(1), value);
    return set.validate(set.at(start), body).length === 0
      ? toWitness({ value: body, reason: `the new document does not describe ${path}` }, 'rule')
      : undefined;
  }

  return {
    comparison,
    before,
    after,
    isOutgoing,
    sender,
    found,
    add,
    addBreaking,
    addCompatible,
    witnessRequest,
    witnessResponse,
    addValues,
  };
}
