import { html, type TemplateResult } from 'lit-html';
import { keyed } from 'lit-html/directives/keyed.js';
import { repeat } from 'lit-html/directives/repeat.js';
import type { Context } from '../actions.ts';
import type { FaultEffect, FaultRule, FaultRuleCreation } from '../api.ts';
import { shortenSecrets } from '../copy-request.ts';
import { effectNames, readFaultRule, toEffectText, toScopeText } from '../fault-rule.ts';
import { drawChips, onSubmit } from './parts.ts';
import { drawMessage } from './request-detail.ts';

export function drawFaults(context: Context): TemplateResult {
  const { model, actions } = context;
  if (model.faults === undefined) return html`<p class="nothing">Reading…</p>`;
  const { faults } = model;
  const isEdited = faults.some(({ id }) => id === model.faultId);
  return html`
    <p class="lead">Faults replace or delay responses. They do not change the state. Affected responses have the header
      <code>X-Mock-Fault</code>.</p>
    <section aria-labelledby="switches"><h2 id="switches">Switches</h2>${drawSwitches(context)}</section>
    <section aria-labelledby="rules"><h2 id="rules">Active rules</h2>
      ${
        faults.length === 0
          ? html`<p class="nothing">No rules are active. Requests are handled normally.</p>`
          : html`<ul class="items">${repeat(
              faults,
              ({ id }) => id,
              (rule) => drawRule(rule, context),
            )}</ul>
            <p class="row end"><button @click=${() => actions.removeFaults()}>Remove all</button></p>`
      }</section>
    <section aria-labelledby="add"><h2 id="add">${isEdited ? `Edit ${model.faultId}` : 'Add a rule'}</h2>${drawFaultForm(context)}</section>`;
}

function drawRule(rule: FaultRule, { actions, set }: Context): TemplateResult {
  const { id, effect, injected } = rule;
  const edit = (): void => {
    set({ faultId: id });
    queueMicrotask(() => document.querySelector<HTMLElement>('.fault-form select')?.focus());
  };
  return html`<li class="card row spread"><span><strong>${toEffectText(effect)}</strong>
      <span class="quiet">${toScopeText(rule)} · applied to ${injected} ${injected === 1 ? 'request' : 'requests'} · <code>${id}</code></span>${drawAnswer(effect)}</span>
    <span class="row"><button aria-label="Edit rule ${id}" @click=${edit}>Edit</button>
    <button aria-label="Remove rule ${id}" @click=${() => actions.removeFault(id)}>Remove</button></span></li>`;
}

/** Draws the custom response of a rule, if it has one. */
function drawAnswer(effect: FaultEffect): TemplateResult | null {
  if (effect.kind !== 'status' || (effect.body === undefined && effect.headers === undefined))
    return null;
  const text =
    typeof effect.body === 'string'
      ? effect.body
      : shortenSecrets(JSON.stringify(effect.body) ?? '');
  const headers = Object.entries(effect.headers ?? {}).map(([name, value]) => ({ name, value }));
  const body =
    effect.body === undefined ? {} : { body: { text, bytes: text.length, truncated: false } };
  return html`<details class="answer"><summary>Response</summary>${drawMessage({ headers, ...body }, [])}</details>`;
}

interface Switch {
  label: string;
  explanation: string;
  /** The part of the rule that identifies it. */
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

/** Draws switches for the most common faults. They apply to all operations and sessions. */
function drawSwitches(context: Context): TemplateResult {
  return html`<ul class="switches">${drawLatency(context)}${switches.map((each) => drawSwitch(each, context))}</ul>`;
}

function drawSwitch({ label, explanation, rule }: Switch, context: Context): TemplateResult {
  const { actions } = context;
  const found = context.model.faults?.find((other) => isSame(rule, other));
  const toggle = () =>
    found === undefined ? actions.addFault(rule) : actions.removeFault(found.id);
  return html`<li class="card"><button class="switch" role="switch" aria-checked=${found !== undefined} @click=${toggle}>
      <span class="label">${label}</span></button><p class="quiet">${explanation}</p></li>`;
}

/** Draws a choice of latencies, including none. */
function drawLatency({ model, actions }: Context): TemplateResult {
  const found = model.faults?.find((rule) => isPlain(rule) && rule.effect.kind === latency.kind);
  const current = found?.effect.kind === 'latency' ? found.effect.milliseconds : undefined;
  // Add the new rule first, so that the choice does not briefly change to none.
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
  const legend = { text: latency.label, style: 'label' } as const;
  return html`<li class="card">${drawChips('latency', legend, choices, current, choose)}<p class="quiet">Delays every response.</p></li>`;
}

/** Whether a rule applies to every request, like those of a switch. */
function isPlain({ operation, session, next, probability }: FaultRule): boolean {
  return operation === '*' && [session, next, probability].every((field) => field === undefined);
}

function isSame({ probability, effect }: Switch['rule'], rule: FaultRule): boolean {
  const { probability: share, ...others } = rule;
  return isPlain(others) && share === probability && isSameEffect(effect, rule.effect);
}

/** Whether two effects belong to the same switch: only their status may differ. */
function isSameEffect(one: FaultEffect, other: FaultEffect): boolean {
  if (one.kind === 'status' && other.kind === 'status') return one.status === other.status;
  return one.kind === other.kind;
}

function drawFaultForm(context: Context): TemplateResult {
  const rule = context.model.faults?.find(({ id }) => id === context.model.faultId);
  // Each rule gets its own fields, so that input for one rule is not kept for another.
  return html`${keyed(rule?.id ?? '', drawForm(rule, context))}`;
}

/** Draws the form for any rule. CSS shows the fields of the selected kind. */
function drawForm(rule: FaultRule | undefined, context: Context): TemplateResult {
  const { model, set, actions } = context;
  const submit = onSubmit(async (form) => {
    const isAdded = await actions.addFault(readFaultRule(new FormData(form)));
    if (!isAdded || rule === undefined) return;
    await actions.removeFault(rule.id, 'Rule changed.');
    set({ faultId: '' });
  });
  const { operation = '*', session = '', next, probability, effect } = rule ?? {};
  const text = toTexts(effect);
  return html`<form class="card form fault-form" @submit=${submit}>
    <label>Operation <select name="operation"><option value="*">Every operation</option>
      ${model.info?.operations.map(({ id }) => html`<option value=${id} ?selected=${id === operation}>${id}</option>`)}</select></label>
    <label>Session <select name="session"><option value="">Every session</option>
      ${model.sessions?.map(({ name }) => html`<option value=${name} ?selected=${name === session}>${name}</option>`)}</select></label>
    <label>Effect <select name="kind">${Object.entries(effectNames).map(([kind, label]) => html`<option value=${kind} ?selected=${kind === effect?.kind}>${label}</option>`)}</select></label>
    <label class="for-status">Status <input name="status" type="number" min="100" max="599" value=${text.status}></label>
    <label class="for-status wide">Detail <input name="detail" type="text" placeholder="default" value=${text.detail}></label>
    <label class="for-status wide">Body <textarea name="body" rows="3" spellcheck="false" placeholder="JSON or text. Default: a problem, or an example of the contract" .defaultValue=${text.body}></textarea></label>
    <label class="for-status wide">Headers <textarea name="headers" rows="2" spellcheck="false" placeholder="Retry-After: 5" .defaultValue=${text.headers}></textarea></label>
    <label class="for-latency">At least (ms) <input name="from" type="number" min="0" max="600000" value=${text.from}></label>
    <label class="for-latency">At most (ms) <input name="to" type="number" min="0" max="600000" placeholder="the same" value=${text.to}></label>
    <label class="for-rateLimit">Requests <input name="requests" type="number" min="0" value=${text.requests}></label>
    <label class="for-rateLimit">Within (ms) <input name="windowMs" type="number" min="1" max="86400000" value=${text.windowMs}></label>
    <label>Only the next … requests <input name="next" type="number" min="1" placeholder="all" value=${next ?? ''}></label>
    <label>Probability in % <input name="share" type="number" min="0" max="100" step="any" placeholder="100" value=${probability === undefined ? '' : probability * 100}></label>
    <p class="row end">${
      rule === undefined
        ? null
        : html`<button type="button" @click=${() => set({ faultId: '' })}>Cancel</button>`
    }<button class="primary">${rule === undefined ? 'Add rule' : 'Save rule'}</button></p>
  </form>`;
}

/** Returns the initial values of the fields for an effect. */
function toTexts(effect: FaultEffect | undefined) {
  const status = effect?.kind === 'status' ? effect : undefined;
  const latency = effect?.kind === 'latency' ? effect : undefined;
  const limit = effect?.kind === 'rateLimit' ? effect : undefined;
  const { body, headers = {} } = status ?? {};
  return {
    status: status?.status ?? 500,
    detail: status?.problem?.detail ?? '',
    body:
      body === undefined || typeof body === 'string' ? (body ?? '') : JSON.stringify(body, null, 2),
    headers: Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n'),
    from: latency?.from ?? latency?.milliseconds ?? 500,
    to: latency?.to ?? '',
    requests: limit?.requests ?? 5,
    windowMs: limit?.windowMs ?? 10_000,
  };
}
