import { parseJson } from '../contract/resolve-reference.ts';
import type { FaultEffect, FaultRule, FaultRuleCreation } from './api.ts';
import { readHeaders } from './request-draft.ts';

/** Describes which requests a rule applies to. */
export function toScopeText({
  operation,
  session,
  probability,
  next,
}: Pick<FaultRule, 'operation' | 'session' | 'probability' | 'next'>): string {
  return [
    operation === '*' ? 'Every operation' : operation,
    ...(session === undefined ? [] : [`session ${session}`]),
    ...(next === undefined ? [] : [`the next ${next}`]),
    ...(probability === undefined ? [] : [`${Math.round(probability * 100)} % of the time`]),
  ].join(' · ');
}

/** Describes the effect of a rule. */
export function toEffectText(effect: FaultEffect): string {
  switch (effect.kind) {
    case 'status':
      return `Status ${effect.status}`;
    case 'latency':
      return effect.milliseconds === undefined
        ? `${effect.from ?? 0} to ${effect.to ?? 0} ms later`
        : `${effect.milliseconds} ms later`;
    case 'reset':
      return 'Connection reset';
    case 'truncate':
      return 'Truncated response';
    case 'hang':
      return 'No response';
    case 'rateLimit':
      return `429 beyond ${effect.requests} in ${effect.windowMs / 1000} s`;
  }
}

/** The name of each effect in the form. */
export const effectNames: Readonly<Record<FaultEffect['kind'], string>> = {
  status: 'Response',
  latency: 'Delay',
  rateLimit: 'Rate limit',
  reset: 'Connection reset',
  truncate: 'Truncated response',
  hang: 'No response',
};

function isEffect(text: string): text is FaultEffect['kind'] {
  return Object.hasOwn(effectNames, text);
}

/** Reads a rule from its form. Empty fields are left out. */
export function readFaultRule(form: FormData): FaultRuleCreation {
  const readText = (name: string): string => String(form.get(name) ?? '').trim();
  const readNumber = (name: string): number | undefined =>
    readText(name) === '' ? undefined : Number(readText(name));
  const session = readText('session');
  const next = readNumber('next');
  const share = readNumber('share');
  return {
    operation: readText('operation') || '*',
    ...(session === '' ? {} : { session }),
    ...(next === undefined ? {} : { next }),
    ...(share === undefined ? {} : { probability: share / 100 }),
    effect: readEffect(readText, readNumber),
  };
}

function readEffect(
  readText: (name: string) => string,
  readNumber: (name: string) => number | undefined,
): FaultEffect {
  const text = readText('kind');
  const kind = isEffect(text) ? text : 'status';
  switch (kind) {
    case 'latency': {
      const from = readNumber('from') ?? 0;
      const to = readNumber('to');
      return to === undefined ? { kind, milliseconds: from } : { kind, from, to };
    }
    case 'rateLimit':
      return {
        kind,
        requests: readNumber('requests') ?? 0,
        windowMs: readNumber('windowMs') ?? 1000,
      };
    case 'reset':
    case 'truncate':
    case 'hang':
      return { kind };
    case 'status': {
      const detail = readText('detail');
      const body = readText('body');
      const headers = readHeaders(readText('headers'));
      return {
        kind,
        status: readNumber('status') ?? 500,
        ...(detail === '' || body !== '' ? {} : { problem: { detail } }),
        ...(headers.length === 0
          ? {}
          : { headers: Object.fromEntries(headers.map(({ name, value }) => [name, value])) }),
        ...(body === '' ? {} : { body: readBody(body) }),
      };
    }
  }
}

/** Parses JSON; returns any other text unchanged. */
function readBody(text: string): unknown {
  const value = parseJson(text);
  return value === undefined ? text : value;
}
