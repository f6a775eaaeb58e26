import { type ApiOperation, findResponse } from './api.ts';
import type { Change, Severity, Witness } from './change.ts';
import type { Comparison, Described } from './comparison.ts';
import { comparePlace } from './places.ts';
import type { Side, Way } from './schemas.ts';
import type { Wire } from './validator.ts';
import { createHeaders, createRequest, type RequestChange, toCurl } from './witnesses.ts';

/** A change whose places are still pointers, and whose witness is only created for the first operation with it. */
export interface FoundChange extends Omit<Change, 'old' | 'new' | 'operations' | 'witness'> {
  operation: string;
  old?: string;
  new?: string;
  witness?: (() => Witness) | undefined;
}

/** A value of a request or a response in both documents. */
interface ComparedValue {
  /** Its name in messages. */
  what: string;
  way: Way;
  old: Pick<Described, 'schemaPointer'>;
  current: Pick<Described, 'schemaPointer'>;
  wire: Wire;
  /** Shows a value within a whole request or response. */
  toWitness(value: unknown, reason: string, provenBy: Witness['provenBy']): Witness;
}

interface ResponseChange {
  body?: { value: unknown };
  headers?: Record<string, string>;
  provenBy?: Witness['provenBy'];
}

/** The place of a change in each document that contains it. */
type Pointers = Partial<Record<Side, string>>;

/** Two versions of one operation, and the functions that report differences. */
export type OperationContext = ReturnType<typeof createContext>;

/** @param isOutgoing whether the service sends the request, as with a webhook. Sender and receiver are then swapped */
export function createContext(
  comparison: Comparison,
  before: ApiOperation,
  after: ApiOperation,
  isOutgoing: boolean,
) {
  const operation = before.name;
  const [sender, answerer]: [Side, Side] = isOutgoing ? ['new', 'old'] : ['old', 'new'];
  const found: FoundChange[] = [];

  /** @param place the deciding place, for the id */
  function add(
    severity: Severity,
    rule: string,
    title: string,
    at: Pointers,
    witness?: () => Witness,
    place = at.new ?? at.old ?? '',
  ): void {
    found.push({ id: `${rule}:${place}`, rule, severity, operation, title, ...at, witness });
  }

  function witnessRequest(
    change: RequestChange,
    reason: string,
    provenBy: Witness['provenBy'] = 'rule',
  ): Witness {
    const request = createRequest(comparison, sender, isOutgoing ? after : before, change);
    return { kind: 'request', operation, request, provenBy, reason, curl: toCurl(request) };
  }

  function witnessResponse(
    status: string,
    reason: string,
    { body, headers = {}, provenBy = 'rule' }: ResponseChange = {},
  ): Witness {
    const { responses } = isOutgoing ? before : after;
    const needed = createHeaders(comparison, answerer, findResponse(responses, status));
    const content = body === undefined ? {} : { body: body.value };
    const response = { status, headers: { ...needed, ...headers }, ...content };
    return { ...witnessRequest({}, reason, provenBy), kind: 'response', response };
  }

  /** Reports the differences between the two schemas of a value. */
  function compareValues({ what, way, old, current, wire, toWitness }: ComparedValue): void {
    const isForward = (way === 'request') !== isOutgoing;
    const was = comparison.view('old', way, old.schemaPointer, wire);
    const is = comparison.view('new', way, current.schemaPointer, wire);
    const [from, to] = isForward ? [was, is] : [is, was];
    const hasRules = way === 'request' && !isOutgoing;
    const place = { what, way, isForward, wire, sender: from, receiver: to, hasRules };
    for (const finding of comparePlace(place, comparison.walk, comparison.proven)) {
      const { rule, severity, title, pointer, side, facing, witness } = finding;
      const other = facing !== undefined && { [side === 'old' ? 'new' : 'old']: facing };
      const show = witness && (() => toWitness(witness.value, witness.reason, witness.provenBy));
      add(severity, rule, title, { [side]: pointer, ...other }, show, pointer);
    }
  }

  return {
    ...{ comparison, before, after, isOutgoing, sender, answerer },
    ...{ found, add, witnessRequest, witnessResponse, compareValues },
  };
}
