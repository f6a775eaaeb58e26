import type { Fault, OperationId } from '../../../contract/index.ts';
import { escapePointer, isRecord } from '../../../contract/resolve-reference.ts';
import { isSessionName } from '../../session-name.ts';
import type { Random } from '../../sessions/random-ids.ts';

/** The effect of a rule on a request. */
export type FaultEffect =
  | StatusEffect
  | LatencyEffect
  /** The connection is reset. */
  | { kind: 'reset' }
  /** The response is cut off in its body. */
  | { kind: 'truncate' }
  /** The mock never responds. */
  | { kind: 'hang' }
  | RateLimitEffect;

/** The response has this status, and the operation does not run. */
export interface StatusEffect {
  /** Sends a response with a chosen status. */
  kind: 'status';
  /** From 100 to 599. */
  status: number;
  /** Replaces fields of the problem details. Only for statuses from 400. */
  problem?: { type?: string; title?: string; detail?: string };
  /** Headers of the reply, added to the usual ones or replacing them. */
  headers?: Record<string, string>;
  /**
   * The body: a string is sent as it is, any other value as JSON. Default: a problem from 400 on, otherwise an example
   * of the contract with this status, otherwise no body.
   */
  body?: unknown;
}

/** Delays the response, by a fixed or a random time. */
export interface LatencyEffect {
  /** Delays the response. */
  kind: 'latency';
  /** A fixed delay. */
  milliseconds?: number;
  /** The shortest random delay, in milliseconds. Default: 0. */
  from?: number;
  /** The longest random delay, in milliseconds. Replaces `milliseconds`. */
  to?: number;
}

/** Further requests within a window get 429 and `Retry-After`. */
export interface RateLimitEffect {
  /** Limits the rate of requests. */
  kind: 'rateLimit';
  /** The number of requests within a window that are not affected. */
  requests: number;
  /** The length of the window, by the clock of the session. */
  windowMs: number;
}

/** The options of a fault rule. */
export interface FaultRuleOptions {
  /** An `operationId`, or `*`. Default: `*`, every request. */
  operation?: OperationId | '*';
  /** Affects only requests of this session. Default: all sessions. */
  session?: string;
  /** The share of matching requests that is affected, from 0 to 1. Default: 1. */
  probability?: number;
  /** The number of requests to affect before the rule ends. Default: no limit. */
  next?: number;
  /** The effect on a matching request. */
  effect: FaultEffect;
}

/** An active fault rule. */
export interface FaultRule extends FaultRuleOptions {
  /** Identifies the rule: `remove(id)` removes it. */
  id: string;
  /** An `operationId`, or `*` for every request. */
  operation: OperationId | '*';
  /** The number of requests that the rule has affected. */
  injected: number;
}

/** All rules of a mock, and what they have counted. */
export interface FaultsState {
  readonly lastId: number;
  readonly rules: readonly FaultRule[];
  /** The window of each rate limit, by rule and session. */
  readonly windows: Readonly<
    Record<string, Readonly<Record<string, { readonly start: number; readonly count: number }>>>
  >;
  /** The state of the random numbers of each session. */
  readonly chances: Readonly<Record<string, readonly number[]>>;
}

/** The effect of all rules on one request. */
export interface Verdict {
  /** Undefined if no rule applies. */
  injection: Injection | undefined;
  /** The state of each rate limit, reached or not. */
  limits: readonly RateLimit[];
}

export interface Injection {
  /** The deciding rule. */
  rule: FaultRule;
  /** The value of the header `X-Mock-Fault`. */
  effect: string;
  delayMs: number;
  /** In seconds, for a reached rate limit. */
  retryAfter: number;
}

export interface RateLimit extends Omit<RateLimitEffect, 'kind'> {
  rule: FaultRule;
  /** Number of requests left in the window. */
  left: number;
  /** The remaining time of the window. */
  seconds: number;
}

/** The longest delay of a response, in milliseconds. */
const mostLatency = 600_000;

/** The largest body that a rule can have, in characters. */
const mostBody = 1_048_576;

/** The fields of each effect. Others are refused, because a misspelled field would change the meaning of a rule. */
const effectFields: Record<FaultEffect['kind'], readonly string[]> = {
  status: ['status', 'problem', 'headers', 'body'],
  latency: ['milliseconds', 'from', 'to'],
  reset: [],
  truncate: [],
  hang: [],
  rateLimit: ['requests', 'windowMs'],
};

/** Listed rules have `id` and `injected`, and can be added again. */
const ruleFields = [
  'operation',
  'session',
  'probability',
  'next',
  'effect',
  'id',
  'injected',
] as const satisfies readonly (keyof FaultRule)[];

const isNumber = (value: unknown, least: number, most: number): value is number =>
  typeof value === 'number' && value >= least && value <= most;
const isWhole = (value: unknown, least: number): value is number =>
  isNumber(value, least, Number.MAX_SAFE_INTEGER) && Number.isInteger(value);

/** @returns the faults of a rule; an empty list if it is valid */
export function checkRule(rule: unknown, operations: readonly string[]): Fault[] {
  if (!isRecord(rule)) return [{ pointer: '', detail: 'must be an object with an effect' }];
  const { operation = '*', session, probability, next, effect } = rule;
  const faults = refuseUnknown('', rule, ruleFields);
  const expect = (isMet: boolean, pointer: string, detail: string): void => {
    if (!isMet) faults.push({ pointer, detail });
  };
  const known = operation === '*' || operations.some((id) => id === operation);
  expect(known, '/operation', `must be * or one of ${operations.join(', ')}`);
  const isName = session === undefined || (typeof session === 'string' && isSessionName(session));
  expect(isName, '/session', 'is not a valid session name');
  const isShare = probability === undefined || isNumber(probability, 0, 1);
  expect(isShare, '/probability', 'must be a number from 0 to 1');
  expect(next === undefined || isWhole(next, 1), '/next', 'must be an integer of at least 1');
  return [...faults, ...checkEffect(effect)];
}

/** @throws RangeError describing the faults of the rule */
export function assertRule(
  rule: unknown,
  operations: readonly string[],
): asserts rule is FaultRuleOptions {
  const told = checkRule(rule, operations).map(({ pointer, detail }) => `${pointer} ${detail}`);
  if (told.length > 0) throw new RangeError(`Invalid fault rule: ${told.join('; ').trim()}`);
}

function isKind(kind: unknown): kind is FaultEffect['kind'] {
  return typeof kind === 'string' && Object.hasOwn(effectFields, kind);
}

function refuseUnknown(place: string, given: object, known: readonly string[]): Fault[] {
  return Object.keys(given)
    .filter((name) => !known.includes(name))
    .map((name) => ({
      pointer: `${place}/${escapePointer(name)}`,
      detail: `is not a known field; use ${known.join(', ')}`,
    }));
}

function checkEffect(effect: unknown): Fault[] {
  const kinds = Object.keys(effectFields).join(', ');
  if (!isRecord(effect))
    return [{ pointer: '/effect', detail: `must be an object with a kind: ${kinds}` }];
  const { kind } = effect;
  if (!isKind(kind)) return [{ pointer: '/effect/kind', detail: `must be one of ${kinds}` }];
  return [
    ...refuseUnknown('/effect', effect, ['kind', ...effectFields[kind]]),
    ...checkFields(kind, effect),
  ];
}

function checkFields(kind: FaultEffect['kind'], effect: Record<string, unknown>): Fault[] {
  const refuse = (pointer: string, detail: string): Fault[] => [{ pointer, detail }];
  switch (kind) {
    case 'status':
      return isWhole(effect['status'], 100) && effect['status'] <= 599
        ? checkReply(effect['status'], effect)
        : refuse('/effect/status', 'must be a status from 100 to 599');
    case 'latency': {
      const { milliseconds, from = milliseconds ?? 0, to = milliseconds } = effect;
      const isOnce = milliseconds === undefined || !('from' in effect || 'to' in effect);
      const isMeant = isOnce && isNumber(to, 0, mostLatency) && isNumber(from, 0, to);
      const detail = `must have milliseconds, or from and a greater to; each must be from 0 to ${mostLatency}`;
      return isMeant ? [] : refuse('/effect', detail);
    }
    case 'rateLimit':
      return isWhole(effect['requests'], 0) && isWhole(effect['windowMs'], 1)
        ? []
        : refuse(
            '/effect',
            'must have the integers requests and windowMs; windowMs must be at least 1',
          );
    default:
      return [];
  }
}

/** Headers that frame a message or control the connection. Rules must not set them. */
const framing = /^(?:content-length|transfer-encoding|connection|keep-alive|upgrade|trailer)$/i;

function checkReply(status: number, effect: Record<string, unknown>): Fault[] {
  const { problem, headers = {}, body } = effect;
  const faults: Fault[] = [];
  const expect = (isMet: boolean, pointer: string, detail: string): void => {
    if (!isMet) faults.push({ pointer, detail });
  };
  expect(
    problem === undefined || (isRecord(problem) && status >= 400 && body === undefined),
    '/effect/problem',
    'must be an object, and requires a status of 400 or higher and no body',
  );
  const hasBody = status >= 200 && status !== 204 && status !== 205 && status !== 304;
  expect(body === undefined || hasBody, '/effect/body', `must be omitted for status ${status}`);
  const length = body === undefined ? 0 : (JSON.stringify(body)?.length ?? Number.NaN);
  expect(length <= mostBody, '/effect/body', `must be JSON of at most ${mostBody} characters`);
  if (!isRecord(headers))
    return [...faults, { pointer: '/effect/headers', detail: 'must be an object' }];
  for (const [name, value] of Object.entries(headers)) {
    const isName = /^[\w!#$%&'*+.^`|~-]+$/.test(name) && !framing.test(name);
    const isValue = typeof value === 'string' && /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
    expect(isName && isValue, `/effect/headers/${name}`, 'is not a header that a rule can set');
  }
  return faults;
}

/** Returns the delay of an effect, in milliseconds. */
export function readDelay(effect: FaultEffect, random: Random): number {
  if (effect.kind !== 'latency') return 0;
  const { milliseconds = 0, to = milliseconds } = effect;
  const from = effect.to === undefined ? to : (effect.from ?? 0);
  return from === to ? from : Math.round(from + (random.next() / 2 ** 32) * (to - from));
}

export function describeEffect(effect: FaultEffect, delay: number): string {
  switch (effect.kind) {
    case 'status':
      return `status=${effect.status}`;
    case 'latency':
      return `latency=${delay}`;
    default:
      return effect.kind;
  }
}
