import type { Fault } from '../../../contract/index.ts';
import { escapePointer, isRecord } from '../../../contract/resolve-reference.ts';
import { isSessionName } from '../../mock-request.ts';
import type { Random } from '../../sessions/random-ids.ts';

/** What happens to a request. */
export type FaultEffect =
  | StatusEffect
  | LatencyEffect
  /** The connection is reset. */
  | { kind: 'reset' }
  /** The answer breaks off in its body. */
  | { kind: 'truncate' }
  /** No answer ever comes. */
  | { kind: 'hang' }
  | RateLimitEffect;

/** The request is answered with a status, and the operation does not run. */
export interface StatusEffect {
  kind: 'status';
  /** From 100 to 599. */
  status: number;
  /** Fields of the problem details, in place of the usual ones. Only from 400 on. */
  problem?: { type?: string; title?: string; detail?: string };
  /** Headers of the reply, beside the usual ones or in their place. */
  headers?: Record<string, string>;
  /**
   * The body: a text as it is, any other value as JSON. Default: a problem from 400 on, else an example of the contract
   * that has this status, else nothing.
   */
  body?: unknown;
}

/** The answer comes later: by a fixed time, or by any time between two. */
export interface LatencyEffect {
  kind: 'latency';
  milliseconds?: number;
  from?: number;
  to?: number;
}

/** More requests than that within a window are answered with 429 and `Retry-After`. */
export interface RateLimitEffect {
  kind: 'rateLimit';
  requests: number;
  /** The time of the attempt, by the clock of the session. */
  windowMs: number;
}

/** The options of a fault rule. */
export interface FaultRuleOptions {
  /** An `operationId`, or `*`. Default: `*`, every request. */
  operation?: string;
  /** Affects only requests of this session. Default: all sessions. */
  session?: string;
  /** The share of matching requests that is affected, from 0 to 1. Default: 1. */
  probability?: number;
  /** The number of requests to affect before the rule ends. Default: no limit. */
  next?: number;
  /** What happens to a matching request. */
  effect: FaultEffect;
}

/** An active fault rule. */
export interface FaultRule extends FaultRuleOptions {
  id: string;
  operation: string;
  /** The number of requests that the rule has affected. */
  injected: number;
}

/** What the rules say about one request. */
export interface Verdict {
  /** Undefined where no rule applies. */
  injection: Injection | undefined;
  /** How it stands with each limit of the rate, whether it is reached or not. */
  limits: readonly RateLimit[];
}

export interface Injection {
  /** The rule that decides. */
  rule: FaultRule;
  /** As the header `X-Mock-Fault` says it. */
  effect: string;
  delayMs: number;
  /** In seconds, where the rate is limited. */
  retryAfter: number;
}

export interface RateLimit extends Omit<RateLimitEffect, 'kind'> {
  rule: FaultRule;
  /** How many requests the window still has room for. */
  left: number;
  /** The remaining time of the window. */
  seconds: number;
}

/** The longest time that an answer can be put off, in milliseconds. */
const mostLatency = 600_000;

/** The largest body that a rule can have, in characters. */
const mostBody = 1_048_576;

/** Each effect with its fields. A name that is not here is a slip, which would change what the rule means. */
const effectFields: Record<FaultEffect['kind'], readonly string[]> = {
  status: ['status', 'problem', 'headers', 'body'],
  latency: ['milliseconds', 'from', 'to'],
  reset: [],
  truncate: [],
  hang: [],
  rateLimit: ['requests', 'windowMs'],
};

/** `id` and `injected` are those of a rule that was listed, which can be added again. */
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

/** @returns what is wrong with a rule; an empty list for a valid one */
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
  expect(isName, '/session', 'is not a valid name of a session');
  const isShare = probability === undefined || isNumber(probability, 0, 1);
  expect(isShare, '/probability', 'must be a number from 0 to 1');
  expect(next === undefined || isWhole(next, 1), '/next', 'must be an integer of at least 1');
  return [...faults, ...checkEffect(effect)];
}

/** @throws RangeError saying what is wrong with the rule */
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
            'must have the integers requests and windowMs, of which windowMs is at least 1',
          );
    default:
      return [];
  }
}

/** Headers that say where a message ends, or what becomes of the connection: they are not for a rule to set. */
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

/** How long an effect puts the answer off, in milliseconds. */
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
