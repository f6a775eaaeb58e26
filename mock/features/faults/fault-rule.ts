import { type Fault, type OperationId, operationIds } from '../../../contract/index.ts';
import { createValidators } from '../../../contract/validators.ts';
import type { components } from '../../../generated/control-types.ts';
import { schemas } from '../../../generated/fault-schemas.js';

type Schemas = components['schemas'];

export type StatusEffect = Schemas['StatusEffect'];
export type LatencyEffect = Schemas['LatencyEffect'];
export type RateLimitEffect = Schemas['RateLimitEffect'];

/** The effect of a rule on a request. */
export type FaultEffect =
  | StatusEffect
  | LatencyEffect
  | Schemas['ResetEffect']
  | Schemas['TruncateEffect']
  | Schemas['HangEffect']
  | RateLimitEffect;

/** The options of a fault rule. */
export interface FaultRuleOptions
  extends Omit<Schemas['FaultRuleCreation'], 'operation' | 'effect'> {
  /** An `operationId`, or `*`. Default: `*`, every request. */
  operation?: OperationId | '*';
  /** The effect on a matching request. */
  effect: FaultEffect;
}

/** An active fault rule. */
export interface FaultRule extends Omit<Schemas['FaultRule'], 'operation' | 'effect'> {
  /** An `operationId`, or `*` for every request. */
  operation: OperationId | '*';
  /** The effect on a matching request. */
  effect: FaultEffect;
}

/** The rules of a mock, and what they have counted. */
export interface FaultsState {
  readonly lastId: number;
  readonly rules: readonly FaultRule[];
  /** The window of each rate limit, by rule and session. */
  readonly windows: Readonly<Record<string, Readonly<Record<string, Window>>>>;
  /** The state of the random numbers of each session. */
  readonly chances: Readonly<Record<string, readonly number[]>>;
}

/** The requests in a session since the start of a window of time. */
export interface Window {
  readonly start: number;
  readonly count: number;
}

const validators = createValidators(schemas);

/** Headers that frame a message or control the connection. */
const framing = /^(?:content-length|transfer-encoding|connection|keep-alive|upgrade|trailer)$/i;

/** Checks a rule against its schema, and then against rules that the schema cannot express. */
export function checkRule(given: unknown): FaultRuleOptions | { faults: readonly Fault[] } {
  // Validation fills in defaults.
  const rule: unknown = structuredClone(given);
  const wrong = validators.body('addFault', rule);
  if (!isRule(rule, wrong)) return { faults: wrong };
  const { operation = '*', effect } = rule;
  const faults: Fault[] = [];
  const expect = (isMet: boolean, pointer: string, detail: string): void => {
    if (!isMet) faults.push({ pointer, detail });
  };
  const isKnown = operation === '*' || operationIds.includes(operation);
  expect(isKnown, '/operation', `must be * or one of ${operationIds.join(', ')}`);
  if (effect.kind === 'latency') {
    const { milliseconds, from = 0, to = from - 1 } = effect;
    const isFixed = milliseconds !== undefined && !('from' in effect || 'to' in effect);
    const isRange = milliseconds === undefined && from <= to;
    expect(isFixed || isRange, '/effect', 'must have milliseconds, or from and a greater to');
  }
  if (effect.kind === 'status') {
    const { status, problem, body, headers = {} } = effect;
    const isProblem = status >= 400 && body === undefined;
    const needs = 'requires a status of 400 or higher and no body';
    expect(problem === undefined || isProblem, '/effect/problem', needs);
    const hasBody = status >= 200 && ![204, 205, 304].includes(status);
    expect(body === undefined || hasBody, '/effect/body', `must be omitted for status ${status}`);
    for (const name of Object.keys(headers)) {
      const isName = /^[\w!#$%&'*+.^`|~-]+$/.test(name) && !framing.test(name);
      expect(isName, `/effect/headers/${name}`, 'is not a header that a rule can set');
    }
  }
  return faults.length > 0 ? { faults } : rule;
}

/** A rule without faults has the type in its schema. */
function isRule(_rule: unknown, faults: readonly Fault[]): _rule is FaultRuleOptions {
  return faults.length === 0;
}
