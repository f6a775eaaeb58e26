import { type Api, type ApiContent, type ApiOperation, findResponse } from './api.ts';
import type { Pair } from './candidate-parts.ts';
import type { Change, Severity, Witness, WitnessRequest } from './change.ts';
import { compareValues, type ValueDifference } from './compare-values.ts';
import {
  findPlaces,
  type SchemaWitness,
  type Side,
  toAdvice,
  toLostPromise,
  toRefusal,
  toStatement,
  type ValuePlaces,
} from './find-witnesses.ts';
import { holdsAt, putAt } from './json.ts';
import { createHeaders, createRequest, pickValue, type RequestChange, toCurl } from './requests.ts';
import { createSchemaSet, type SchemaSet, type Way } from './schemas.ts';

/** A change whose places are still pointers. */
export interface FoundChange extends Omit<Change, 'old' | 'new' | 'operations'> {
  operation: string;
  old?: string;
  new?: string;
}

/** Both documents, with the schemas of each for requests and for responses. */
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
type Pointers = Partial<Record<Side, string>>;

/** A parameter, a header or a body, with its examples. */
type Described = Pick<ApiContent, 'schemaPointer' | 'known'>;

/** A value of a request or a response in both documents. */
interface ComparedValue {
  /** Its name in messages. */
  what: string;
  /** Whether it is part of the request. */
  isSent: boolean;
  old: Described;
  current: Described;
  /** Whether it is sent as plain text. */
  fromText: boolean;
  toWitness: ToWitness;
}

type DescribedProperty = ValueDifference['described'][number];

function isShownBy({ property, value }: SchemaWitness, { name, path }: DescribedProperty): boolean {
  return property === name || holdsAt(value, path.split('/').slice(1));
}

function toPlaces({ old, current }: ComparedValue): ValuePlaces {
  return { old: old.schemaPointer, new: current.schemaPointer };
}

/** Two versions of one operation, and the functions that report differences. */
export type OperationContext = ReturnType<typeof createOperationContext>;

/** @param isOutgoing whether the service sends the request, as with a webhook. Sender and receiver are then swapped */
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

  /** Determines which document describes the sender of a value, and which one the receiver. */
  function toDirection(isSent: boolean) {
    const way: Way = isSent ? 'request' : 'response';
    const isForward = isSent !== isOutgoing;
    const [from, to]: [Side, Side] = isForward ? ['old', 'new'] : ['new', 'old'];
    return { way, isForward, from, to };
  }

  /** Reports the differences between the two schemas of a value. */
  function addValues(compared: ComparedValue): void {
    const { what, isSent, old, current, fromText, toWitness } = compared;
    const { way, from, to } = toDirection(isSent);
    const pointers = toPlaces(compared);
    const known = [...old.known, ...current.known];
    const pair: Pair = { source: sets[from][way], target: sets[to][way], fromText };
    const difference = compareValues(pair, pointers[from], pointers[to], known);
    if (difference === undefined) return;
    for (const witness of difference.refused) addRefused(compared, pair, witness);
    for (const witness of difference.allowed) addAllowed(compared, witness);
    // Otherwise, a refused value already shows the difference.
    for (const property of difference.described)
      if (!difference.refused.some((witness) => isShownBy(witness, property)))
        addDescribed(compared, property);
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

  /** Reports a value that the receiver no longer accepts. */
  function addRefused(compared: ComparedValue, pair: Pair, witness: SchemaWitness): void {
    const { what, isSent, toWitness } = compared;
    const { way, isForward, to } = toDirection(isSent);
    // In the other direction, the sender promises less, so the receiver must accept more.
    const title = isForward
      ? `${what} is stricter: ${witness.reason}`
      : `${what} ${toLostPromise(witness)}`;
    add(
      'breaking',
      `${way}-${isForward ? 'narrowed' : 'widened'}`,
      toRefusal(witness),
      title,
      toAdvice(isForward),
      {
        ...findPlaces(pair, witness, toPlaces(compared), to),
        witness: toWitness(witness, 'validation'),
      },
    );
  }

  function addAllowed({ what, isSent }: ComparedValue, witness: SchemaWitness): void {
    const { way, isForward, from } = toDirection(isSent);
    const title = isForward
      ? `${what} is more lenient: it is no longer required that ${toStatement(witness.reason)}`
      : `${what} guarantees more: ${toStatement(witness.reason)}`;
    add(
      'compatible',
      `${way}-${isForward ? 'widened' : 'narrowed'}`,
      toRefusal(witness),
      title,
      '',
      { [from]: witness.refusedAt },
    );
  }

  function addDescribed(compared: ComparedValue, property: DescribedProperty): void {
    const { what, isSent } = compared;
    const { by, path, pointer } = property;
    const { way, isForward } = toDirection(isSent);
    const place = pointer ?? path;
    if ((by === 'source') !== isForward) {
      const title = `${what} has a new optional property ${path}`;
      add('compatible', `${way}-property-added`, place, title, '', { new: place });
      return;
    }
    const rule = `${way}-property-removed`;
    if (!isSent || isOutgoing) {
      add(
        'unproven',
        rule,
        place,
        `${what} no longer describes the optional property ${path}`,
        'Clients that read it find nothing; a response without it was allowed before.',
        { old: place },
      );
      return;
    }
    const witness = witnessProperty(compared, property);
    add(
      witness === undefined ? 'unproven' : 'breaking',
      rule,
      place,
      `${what} no longer describes ${path}: what clients send there is ignored`,
      'Keep the property, or release a major version.',
      { old: place, ...(witness && { witness }) },
    );
  }

  /** Creates a request that uses a property, from the values that the old document allows. */
  function witnessProperty(
    { old: { schemaPointer: start }, toWitness }: ComparedValue,
    { path, pointer }: DescribedProperty,
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
