import type { FaultEffect, FaultRule } from './schemas.ts';

/** Which requests a rule meets. */
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

/** What happens to them. */
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
