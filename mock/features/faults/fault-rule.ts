import type { Fault } from '../../../contract/index.ts';
import { isSessionName } from '../../sessions/session-name.ts';

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

/** The request is refused with a status. */
export interface StatusEffect {
  kind: 'status';
  /** From 400 to 599. */
  status: number;
  /** Fields of the problem details, in place of the usual ones. */
  problem?: { type?: string; title?: string; detail?: string };
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
  /** By the clock of the session. */
  windowMs: number;
}

/** A rule for faults, as it is asked for. */
export interface FaultRuleOptions {
  /** An `operationId`, or `*`. Default: `*`, every request. */
  operation?: string;
  /** Only requests of this session. Default: those of every session. */
  session?: string;
  /** Which share of the requests is met, from 0 to 1. Default: all of them. */
  probability?: number;
  /** How many requests are met before the rule ends. Default: it does not end by itself. */
  next?: number;
  /** What happens to a matching request. */
  effect: FaultEffect;
}

/** A rule for faults that holds. */
export interface FaultRule extends FaultRuleOptions {
  id: string;
  operation: string;
  /** How many requests the rule has met. */
  injected: number;
}

/** What the rules say about one request. */
export interface Injection {
  /** The rule that decides. */
  rule: FaultRule;
  /** As the header `X-Mock-Fault` says it. */
  effect: string;
  delayMs: number;
  /** In seconds, where the rate is limited. */
  retryAfter: number;
}

/** The longest time that an answer can be put off, in milliseconds. */
const mostLatency = 600_000;

/** What each effect has beside its kind. A name that is not here is a slip, which would change what the rule means. */
const effectFields: Record<FaultEffect['kind'], readonly string[]> = {
  status: ['status', 'problem'],
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

const isWhole = (value: number, least: number): boolean =>
  Number.isSafeInteger(value) && value >= least;

/** @returns what is wrong with a rule */
export function checkRule(rule: FaultRuleOptions, operations: readonly string[]): Fault[] {
  const { operation = '*', session, probability, next, effect } = rule;
  const faults = [
    ...refuseUnknown('', rule, ruleFields),
    ...refuseUnknown('/effect', effect, ['kind', ...(effectFields[effect.kind] ?? [])]),
    ...checkEffect(effect),
  ];
  const expect = (isMet: boolean, pointer: string, detail: string): void => {
    if (!isMet) faults.push({ pointer, detail });
  };
  const known = operation === '*' || operations.includes(operation);
  expect(known, '/operation', `must be * or one of ${operations.join(', ')}`);
  expect(session === undefined || isSessionName(session), '/session', 'is no name of a session');
  const isShare = probability === undefined || (probability >= 0 && probability <= 1);
  expect(isShare, '/probability', 'must be a number from 0 to 1');
  expect(next === undefined || isWhole(next, 1), '/next', 'must be a whole number from 1');
  return faults;
}

function refuseUnknown(place: string, given: object, known: readonly string[]): Fault[] {
  return Object.keys(given)
    .filter((name) => !known.includes(name))
    .map((name) => ({
      pointer: `${place}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
      detail: `is not known here; known are ${known.join(', ')}`,
    }));
}

function checkEffect(effect: FaultEffect): Fault[] {
  switch (effect.kind) {
    case 'status':
      return isWhole(effect.status, 400) && effect.status <= 599
        ? []
        : [{ pointer: '/effect/status', detail: 'must be a status from 400 to 599' }];
    case 'latency': {
      const [from, to] = readLatency(effect);
      const isMeant = from >= 0 && from <= to && to <= mostLatency;
      const detail = `must have milliseconds, or from and to, from 0 to ${mostLatency}`;
      return isMeant ? [] : [{ pointer: '/effect', detail }];
    }
    case 'rateLimit':
      return isWhole(effect.requests, 0) && isWhole(effect.windowMs, 1)
        ? []
        : [
            {
              pointer: '/effect',
              detail: 'must have requests, a whole number, and windowMs, one from 1',
            },
          ];
    case 'reset':
    case 'truncate':
    case 'hang':
      return [];
    default:
      return [
        {
          pointer: '/effect/kind',
          detail: `must be one of ${Object.keys(effectFields).join(', ')}`,
        },
      ];
  }
}

/** The shortest and the longest time of a latency, or not a number where it is not said, or said twice. */
export function readLatency(effect: FaultEffect & { kind: 'latency' }): [number, number] {
  const { milliseconds, from, to } = effect;
  if (milliseconds !== undefined && from === undefined && to === undefined)
    return [milliseconds, milliseconds];
  return milliseconds === undefined && to !== undefined
    ? [from ?? 0, to]
    : [Number.NaN, Number.NaN];
}
