import { html, type TemplateResult } from 'lit-html';
import type { FaultEffect, FaultRule, FaultRuleCreation } from '../schemas.ts';
import type { Context } from './context.ts';

interface Switch {
  label: string;
  explanation: string;
  /** The part of the rule that tells it from others. */
  rule: FaultRuleCreation & { operation: '*' };
}

const latency = { label: 'Slow', kind: 'latency', choices: [300, 1000, 3000] } as const;

const switches: readonly Switch[] = [
  {
    label: 'Unavailable',
    explanation: 'All requests fail with 503.',
    rule: { operation: '*', effect: { kind: 'status', status: 503 } },
  },
  {
    label: 'Flaky',
    explanation: 'A third of all requests fail with 500.',
    rule: { operation: '*', probability: 0.33, effect: { kind: 'status', status: 500 } },
  },
  {
    label: 'Rate limit',
    explanation: 'More than 5 requests in 10 seconds fail with 429.',
    rule: { operation: '*', effect: { kind: 'rateLimit', requests: 5, windowMs: 10_000 } },
  },
  {
    label: 'Connection lost',
    explanation: 'The connection is reset.',
    rule: { operation: '*', effect: { kind: 'reset' } },
  },
  {
    label: 'Truncated responses',
    explanation: 'The response body is cut off.',
    rule: { operation: '*', effect: { kind: 'truncate' } },
  },
  {
    label: 'Silence',
    explanation: 'The mock never responds.',
    rule: { operation: '*', effect: { kind: 'hang' } },
  },
];

/** The faults that are wanted most, each at one press. They hold for every operation and session. */
export function drawSwitches(context: Context): TemplateResult {
  return html`<ul class="switches">${drawLatency(context)}${switches.map((each) => drawSwitch(each, context))}</ul>`;
}

function drawSwitch({ label, explanation, rule }: Switch, context: Context): TemplateResult {
  const { actions } = context;
  const found = context.model.faults?.find((other) => isSame(rule, other));
  const toggle = () =>
    found === undefined ? actions.addFault(rule) : actions.removeFault(found.id);
  return html`<li class="card"><button class="switch" role="switch" aria-checked=${found !== undefined} @click=${toggle}>
      <span class="label">${label}</span></button><p>${explanation}</p></li>`;
}

/** One of several times, or none. */
function drawLatency({ model, actions }: Context): TemplateResult {
  const found = model.faults?.find((rule) => isPlain(rule) && rule.effect.kind === latency.kind);
  const current = found?.effect.kind === 'latency' ? found.effect.milliseconds : undefined;
  // The new rule comes first, so that the choice does not fall back to none in between.
  const choose = async (milliseconds: number | undefined): Promise<void> => {
    const effect = { kind: latency.kind, milliseconds: milliseconds ?? 0 };
    if (milliseconds !== undefined && !(await actions.addFault({ operation: '*', effect }))) return;
    if (found !== undefined) await actions.removeFault(found.id);
  };
  const choices: [number | undefined, string][] = [
    [undefined, 'Off'],
    ...latency.choices.map((time): [number, string] => [
      time,
      time < 1000 ? `${time} ms` : `${time / 1000} s`,
    ]),
  ];
  return html`<li class="card"><fieldset class="chips"><legend class="label">${latency.label}</legend>${choices.map(
    ([
      time,
      text,
    ]) => html`<label class="chip"><input type="radio" name="latency" .checked=${current === time}
      @change=${() => choose(time)}><span>${text}</span></label>`,
  )}</fieldset><p>Delays every response.</p></li>`;
}

/** A rule that holds for every request, as a switch makes it. */
function isPlain({ operation, session, next, probability }: FaultRule): boolean {
  return operation === '*' && [session, next, probability].every((field) => field === undefined);
}

function isSame({ probability, effect }: Switch['rule'], rule: FaultRule): boolean {
  const { probability: share, ...others } = rule;
  return isPlain(others) && share === probability && isSameEffect(effect, rule.effect);
}

/** Two effects of a kind are the same switch, but for the status that they answer. */
function isSameEffect(one: FaultEffect, other: FaultEffect): boolean {
  if (one.kind === 'status' && other.kind === 'status') return one.status === other.status;
  return one.kind === other.kind;
}
