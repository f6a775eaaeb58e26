import type { FoundChange, Severity, Witness } from './change.ts';
import type { Comparison } from './comparison.ts';
import { type ApiOperation, findResponse } from './read-api.ts';
import type { Side } from './schemas.ts';
import { createHeaders, createRequest, type RequestChange, toCurl } from './witnesses.ts';

interface ResponseChange {
  body?: { mediaType: string; value: unknown } | undefined;
  headers?: Record<string, string>;
  provenBy?: Witness['provenBy'] | undefined;
}

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
  const found: FoundChange[] = [];

  /**
   * Reports a change. It is breaking if it has a witness, otherwise compatible.
   * @param place the deciding place, for the id
   */
  function add(
    rule: string,
    title: string,
    at: Partial<Record<Side, string>>,
    witness?: (() => Witness) | false,
    { severity, place = at.new ?? at.old }: { severity?: Severity; place?: string } = {},
  ): void {
    found.push({
      ...{ id: `${rule}:${place}`, rule, operation, title, ...at },
      severity: severity ?? (witness ? 'breaking' : 'compatible'),
      ...(witness && { witness }),
    });
  }

  function witnessRequest(
    change: RequestChange,
    reason: string,
    provenBy: Witness['provenBy'] = 'rule',
  ): Witness {
    const request = createRequest(comparison, isOutgoing ? after : before, change);
    return { kind: 'request', operation, request, provenBy, reason, curl: toCurl(request) };
  }

  function witnessResponse(
    status: string,
    reason: string,
    { body, headers = {}, provenBy = 'rule' }: ResponseChange = {},
  ): Witness {
    const { responses } = isOutgoing ? before : after;
    const needed = createHeaders(comparison, findResponse(responses, status));
    const type = body === undefined ? {} : { 'Content-Type': body.mediaType };
    const content = body === undefined ? {} : { body: body.value };
    const response = { status, headers: { ...needed, ...type, ...headers }, ...content };
    return { ...witnessRequest({}, reason, provenBy), kind: 'response', response };
  }

  return {
    ...{ comparison, before, after, isOutgoing, found },
    ...{ add, witnessRequest, witnessResponse },
  };
}
