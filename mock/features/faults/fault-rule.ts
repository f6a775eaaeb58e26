import type { Fault } from '../../../contract/index.ts';
import { createValidators } from '../../../contract/validators.ts';
import type { components } from '../../../generated/control-types.ts';
import { schemas } from '../../../generated/fault-schemas.js';
import { token } from '../../../writers/curl.ts';
import { explainUnknownOperation } from '../known-operations.ts';

type Schemas = components['schemas'];

/** The effect of a rule on a request. */
export type FaultEffect = Schemas['FaultEffect'];

/** The options of a fault rule. */
export interface FaultRuleOptions extends Omit<Schemas['FaultRuleCreation'], 'operation'> {
  /** An `operationId` of the contract, `GET /path` for an operation without one, or `*`. Default: `*`, every request. */
  operation?: FaultRule['operation'];
}

/** An active fault rule. */
export type FaultRule = Schemas['FaultRule'];

/** The rules of a mock, and what they have counted. */
export interface FaultsState {
  readonly lastId: number;
  readonly rules: readonly FaultRule[];
  /** The sessions whose requests are counted, the least recently used one first. */
  readonly counts: readonly FaultCounts[];
}

/** What the rules have counted in a session. */
export interface FaultCounts {
  readonly session: string;
  /** The state of the random numbers; undefined before the first one. */
  readonly random: readonly number[] | undefined;
  readonly windows: readonly Window[];
}

/** The window of time of a rate limit, and the number of requests in it. */
export interface Window {
  readonly rule: string;
  readonly start: number;
  readonly count: number;
}

const validators = createValidators(schemas);

/**
 * @param operationIds the operations of the contract. Default: any name is accepted
 * @throws RangeError when the rule is invalid
 */
export function readRule(options: FaultRuleOptions, operationIds?: readonly string[]): FaultRule {
  // Validation fills in defaults.
  const rule = structuredClone(options);
  const wrong = validators.body('addFault')(rule);
  const faults = wrong.length > 0 ? wrong : findRuleFaults(rule, operationIds);
  if (faults.length === 0) return { operation: '*', ...rule, id: '', injected: 0 };
  const reasons = faults.map(({ pointer = '', detail }) => `${pointer} ${detail}`.trim());
  throw new RangeError(`Invalid fault rule: ${reasons.join('; ')}`);
}

/** Headers that frame a message or control the connection. */
const framing = /^(?:content-length|transfer-encoding|connection|keep-alive|upgrade|trailer)$/i;

/** Checks a rule against what its schema cannot express. */
export function findRuleFaults(
  { effect, operation }: FaultRuleOptions,
  operationIds?: readonly string[],
): Fault[] {
  const faults: Fault[] = [];
  const names = operationIds && ['*', ...operationIds];
  const unknown = names && explainUnknownOperation(operation, names);
  if (unknown !== undefined) faults.push({ pointer: '/operation', detail: unknown });
  const expect = (isMet: boolean, pointer: string, detail: string): void => {
    if (!isMet) faults.push({ pointer, detail });
  };
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
      const isName = token.test(name) && !framing.test(name);
      expect(isName, `/effect/headers/${name}`, 'is not a header that a rule can set');
    }
  }
  return faults;
}
