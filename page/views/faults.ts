import { html, type TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import { toEffectText, toScopeText } from '../fault-text.ts';
import type { FaultEffect, FaultRule } from '../schemas.ts';
import { shortenSecrets } from '../shorten-secrets.ts';
import type { Context } from './context.ts';
import { drawFaultForm } from './fault-form.ts';
import { drawSwitches } from './fault-switches.ts';
import { drawMessage } from './message.ts';

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
          : html`<ul class="rules">${repeat(
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

/** The answer that a rule gives, where it has one of its own. */
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
