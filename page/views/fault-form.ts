import { html, type TemplateResult } from 'lit-html';
import { keyed } from 'lit-html/directives/keyed.js';
import { readFaultRule } from '../read-fault-rule.ts';
import type { FaultEffect, FaultRule } from '../schemas.ts';
import type { Context } from './context.ts';

const kinds = [
  ['status', 'Response'],
  ['latency', 'Delay'],
  ['rateLimit', 'Rate limit'],
  ['reset', 'Connection reset'],
  ['truncate', 'Truncated response'],
  ['hang', 'No response'],
] as const;

/** The form for a new rule, or for the one that is edited. */
export function drawFaultForm(context: Context): TemplateResult {
  const rule = context.model.faults?.find(({ id }) => id === context.model.faultId);
  // Each rule gets its own fields, so that input for one rule is not kept for another.
  return html`${keyed(rule?.id ?? '', drawForm(rule, context))}`;
}

/** Any rule that there can be. Which fields count follows from the kind that is chosen, by style alone. */
function drawForm(rule: FaultRule | undefined, context: Context): TemplateResult {
  const { model, set, actions } = context;
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (!(event.target instanceof HTMLFormElement)) return;
    const isAdded = await actions.addFault(readFaultRule(new FormData(event.target)));
    if (!isAdded || rule === undefined) return;
    await actions.removeFault(rule.id, 'Rule changed.');
    set({ faultId: '' });
  };
  const { operation = '*', session = '', next, probability, effect } = rule ?? {};
  const text = toTexts(effect);
  return html`<form class="card form fault-form" @submit=${submit}>
    <label>Operation <select name="operation"><option value="*">Every operation</option>
      ${model.info?.operations.map(({ id }) => html`<option value=${id} ?selected=${id === operation}>${id}</option>`)}</select></label>
    <label>Session <select name="session"><option value="">Every session</option>
      ${model.sessions?.map(({ name }) => html`<option value=${name} ?selected=${name === session}>${name}</option>`)}</select></label>
    <label>Effect <select name="kind">${kinds.map(([kind, label]) => html`<option value=${kind} ?selected=${kind === effect?.kind}>${label}</option>`)}</select></label>
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

/** What the fields for an effect hold at first. */
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
