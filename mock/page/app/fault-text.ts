import type { FaultEffect, FaultRule } from './schemas.ts';

/** A rule in one sentence. */
export function toRuleText({
  operation,
  session,
  probability,
  next,
  effect,
}: Pick<FaultRule, 'operation' | 'session' | 'probability' | 'next' | 'effect'>): string {
  const kind = operation === '*' ? 'request' : `${operation}`;
  const who =
    next !== undefined
      ? `The next ${next === 1 ? kind : `${next} of ${operation === '*' ? 'all requests' : kind}`}`
      : operation === '*'
        ? 'Every request'
        : `Every ${kind}`;
  const share =
    probability === undefined ? '' : `, ${Math.round(probability * 100)} % of the time,`;
  const where = session === undefined ? '' : ` in the session ${session}`;
  return `${who}${where}${share} ${toEffectText(effect)}`;
}

export function toEffectText(effect: FaultEffect): string {
  switch (effect.kind) {
    case 'status':
      return `is answered with ${effect.status}`;
    case 'latency':
      return effect.milliseconds === undefined
        ? `takes ${effect.from ?? 0} to ${effect.to ?? 0} ms longer`
        : `takes ${effect.milliseconds} ms longer`;
    case 'reset':
      return 'has its connection reset';
    case 'truncate':
      return 'gets half an answer';
    case 'hang':
      return 'is never answered';
    case 'rateLimit':
      return `beyond ${effect.requests} in ${effect.windowMs / 1000} s is answered with 429`;
  }
}
