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
  witness?: () => Witness;
}

/** Shows a value within a whole request or response. */
export type ToWitness = (value: unknown, reason: string, provenBy: Witness['provenBy']) => Witness;

/** A value of a request or a response in both documents. */
interface ComparedValue {
  /** Its name in messages. */
  what: string;
  way: Way;
  old: Pick<Described, 'schemaPointer'>;
  current: Pick<Described, 'schemaPointer'>;
  wire: Wire;
  toWitness: ToWitness;
}

interface ResponseChange {
  body?: { value: unknown };
  headers?: Record<string, string>;
  provenBy?: Witness['provenBy'];
}

/** The place of a change in each document that contains it. */
type Pointers = Partial<Record<Side, string>>;
type Details = Pointers & { detail?: string; witness?: () => Witness };

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
  const sender: Side = isOutgoing ? 'new' : 'old';
  const found: FoundChange[] = [];

  function add(
    severity: Severity,
    rule: string,
    title: string,
    { detail = '', ...more }: Details,
    place = more.new ?? more.old ?? '',
  ): void {
    found.push({ id: `${rule}:${place}`, rule, severity, operation, title, detail, ...more });
  }

  function toRequest(change: RequestChange = {}) {
    return createRequest(comparison, sender, sender === 'old' ? before : after, change);
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
    const [side, { responses }]: [Side, ApiOperation] = isOutgoing
      ? ['old', before]
      : ['new', after];
    const needed = createHeaders(comparison, side, findResponse(responses, status));
    const response = {
      status,
      headers: { ...needed, ...headers },
      ...(body !== undefined && { body: body.value }),
    };
    const curl = toCurl(request);
    return { kind: 'response', operation, request, response, provenBy, reason, curl };
  }

  /** Reports the differences between the two schemas of a value. */
  function compareValues({ what, way, old, current, wire, toWitness }: ComparedValue): void {
    const isForward = (way === 'request') !== isOutgoing;
    const views = {
      old: comparison.view('old', way, old.schemaPointer, wire),
      new: comparison.view('new', way, current.schemaPointer, wire),
    };
    const [from, to]: [Side, Side] = isForward ? ['old', 'new'] : ['new', 'old'];
    const place = {
      ...{ what, way, isForward, wire, sender: views[from], receiver: views[to] },
      hasRules: way === 'request' && !isOutgoing,
    };
    for (const finding of comparePlace(place, comparison.walk, comparison.proven)) {
      const { rule, severity, title, detail, pointer, side, facing, witness } = finding;
      const other: Side = side === 'old' ? 'new' : 'old';
      add(
        severity,
        rule,
        title,
        {
          detail,
          [side]: pointer,
          ...(facing !== undefined && { [other]: facing }),
          ...(witness && {
            witness: () => toWitness(witness.value, witness.reason, witness.provenBy),
          }),
        },
        pointer,
      );
    }
  }

  return {
    ...{ comparison, before, after, isOutgoing, sender, found },
    ...{ add, witnessRequest, witnessResponse, compareValues },
  };
}
