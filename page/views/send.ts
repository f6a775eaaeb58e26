import { html, type TemplateResult } from 'lit-html';
import { keyed } from 'lit-html/directives/keyed.js';
import { live } from 'lit-html/directives/live.js';
import type { Parameter } from '../../contract/operation.ts';
import type { Context } from '../actions.ts';
import type { Fault, RequestCheck } from '../api.ts';
import type { ContractOperation } from '../contract.ts';
import { copyRequest, shortenSecrets, toCurlLine, toFetchCall } from '../copy-request.ts';
import { type SentAnswer, toRequestAddress } from '../model.ts';
import { createDraft, type RequestDraft, suggestValues, toRequest } from '../request-draft.ts';
import { drawMenu, drawStatus, readValue, toDuration } from './parts.ts';
import { drawFault, drawMessage, isSaid } from './request-detail.ts';

const methods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'];

/** Draws the request editor with the response beside it. */
export function drawSend(context: Context): TemplateResult {
  const { model, actions } = context;
  const { contract, info, state } = model;
  if (contract === undefined || info === undefined || state === undefined)
    return html`<p class="nothing">Reading…</p>`;
  // By default, the operation that creates the first resource.
  const first = contract.find(({ method }) => method === 'POST') ?? contract[0];
  const draft = model.draft ?? createDraft(first, { info, state, session: model.session });
  if (model.draft === undefined) queueMicrotask(() => actions.setDraft(draft));
  const operation = contract.find(({ id }) => id === draft.operation);
  const change = (part: Partial<RequestDraft>) => actions.setDraft({ ...draft, ...part });
  const submit = (event: Event): void => {
    event.preventDefault();
    void actions.sendDraft();
  };
  const key = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
  };
  return html`<div class="send">
    <section aria-label="Request"><form class="card form" novalidate @submit=${submit} @keydown=${key}>
      ${drawOperation(draft, contract, context)}
      ${operation === undefined ? drawTarget(draft, change, model.draftCheck) : drawParameters(operation, draft, change, context)}
      ${drawWho(draft, change, context)}
      ${operation !== undefined && operation.body === undefined ? null : drawBody(draft, operation, change, model.draftCheck)}
      <details class="wide more" ?open=${draft.headers !== ''}><summary>Headers</summary>
        <label class="wide"><span class="visually-hidden">Headers</span><textarea name="headers" rows="3" spellcheck="false" placeholder="Prefer: code=503" .value=${live(draft.headers)}
          @input=${(event: Event) => change({ headers: readValue(event) })}></textarea>One header per line.</label></details>
      ${drawCheck(model.draftCheck)}
      <div class="row end">${drawCopies(draft, operation, context)}
        ${
          model.isSending
            ? html`<button type="button" @click=${() => actions.cancelSending()}>Cancel</button>`
            : html`<button class="primary">Send</button>`
        }</div>
    </form></section>
    <section aria-labelledby="answer"><h2 id="answer" class="visually-hidden">Response</h2>
      <div role="status">${model.isSending ? html`<p class="nothing">Waiting for the response…</p>` : model.answer === undefined ? html`<p class="nothing">The response appears here.</p>` : drawAnswer(model.answer, context)}</div></section>
  </div>`;
}

function drawOperation(
  draft: RequestDraft,
  contract: readonly ContractOperation[],
  { actions }: Context,
): TemplateResult {
  return html`<label class="wide">Operation <select name="operation" .value=${live(draft.operation)} @change=${(event: Event) => actions.startDraft(readValue(event))}>
    ${contract.map(({ id, method, path, summary }) => html`<option value=${id} ?selected=${id === draft.operation} title=${`${method} ${path}`}>${id} · ${summary}</option>`)}
    <option value="" ?selected=${draft.operation === ''}>Custom request</option></select></label>`;
}

function drawTarget(
  draft: RequestDraft,
  change: (part: Partial<RequestDraft>) => void,
  check: RequestCheck | undefined,
): TemplateResult {
  const isUnknown = check?.status === 404 || check?.status === 405;
  return html`<label>Method <select name="method" .value=${live(draft.method)} @change=${(event: Event) => change({ method: readValue(event) })}>
      ${[...new Set([...methods, draft.method])].map((method) => html`<option ?selected=${method === draft.method}>${method}</option>`)}</select></label>
    <label class="wide">Path and query <input type="text" name="target" required spellcheck="false" autocomplete="off" aria-invalid=${isUnknown} .value=${live(draft.target)}
      @input=${(event: Event) => change({ target: readValue(event) })}></label>`;
}

function drawParameters(
  operation: ContractOperation,
  draft: RequestDraft,
  change: (part: Partial<RequestDraft>) => void,
  { model }: Context,
): TemplateResult {
  return html`<p class="wide target"><span class="method">${operation.method}</span> <code>${operation.path}</code></p>
    ${operation.parameters.map((parameter) => {
      const { name } = parameter;
      const faults = model.draftCheck?.faults.filter((fault) => fault.parameter === name) ?? [];
      const set = (value: string | undefined): void => {
        const { [name]: _, ...others } = draft.parameters;
        change({ parameters: value === undefined ? others : { ...others, [name]: value } });
      };
      return drawParameter(parameter, draft.parameters[name], set, faults, context(parameter));
    })}`;

  function context(parameter: Parameter): readonly string[] {
    return suggestValues(parameter, model.info, model.state);
  }
}

/** An optional parameter is only sent if it has a value. */
function drawParameter(
  { name, in: place, required, description, schema, example }: Parameter,
  value: string | undefined,
  set: (value: string | undefined) => void,
  faults: readonly Fault[],
  suggestions: readonly string[],
): TemplateResult {
  const read = (event: Event): void => {
    const text = readValue(event);
    set(text === '' && !required ? undefined : text);
  };
  const about = `about-${name}`;
  const fallback = schema.default ?? example;
  const hint = required || fallback === undefined ? '' : `not sent; e.g. ${String(fallback)}`;
  return html`<div class="field ${place === 'path' ? 'wide' : ''}"><label for="parameter-${name}">${name} <small>${place}${required ? '' : ', optional'}</small></label>
    ${
      schema.enum === undefined
        ? html`<input id="parameter-${name}" type="text" name=${name} list="values-${name}" title=${description} placeholder=${hint} autocomplete="off" spellcheck="false"
            aria-invalid=${faults.length > 0} aria-describedby=${about} .value=${live(value ?? '')} @input=${read}>
          <datalist id="values-${name}">${suggestions.map((each) => html`<option value=${each}></option>`)}</datalist>`
        : html`<select id="parameter-${name}" name=${name} title=${description} aria-invalid=${faults.length > 0} aria-describedby=${about} @change=${read}>
            ${required ? null : html`<option value="" ?selected=${value === undefined}>not sent</option>`}
            ${suggestions.map((each) => html`<option ?selected=${each === value}>${each}</option>`)}</select>`
    }<span class="wrong" id=${about}>${faults.map(({ detail }) => detail).join('; ')}</span></div>`;
}

function drawWho(
  draft: RequestDraft,
  change: (part: Partial<RequestDraft>) => void,
  { model }: Context,
): TemplateResult {
  const choose = (event: Event): void => {
    const key = (['mock', 'other', 'none'] as const).find((each) => each === readValue(event));
    change({ key: key ?? 'mock' });
  };
  return html`<label>API key <select name="key" .value=${live(draft.key)} @change=${choose}>
      <option value="mock" ?selected=${draft.key === 'mock'}>the mock’s key</option>
      <option value="other" ?selected=${draft.key === 'other'}>another key</option>
      <option value="none" ?selected=${draft.key === 'none'}>no key</option></select></label>
    ${draft.key === 'other' ? html`<label>Key <input type="password" name="otherKey" autocomplete="off" .value=${live(draft.otherKey)} @input=${(event: Event) => change({ otherKey: readValue(event) })}></label>` : null}
    <label>Session <input type="text" name="session" list="sessions-known" autocomplete="off" spellcheck="false" placeholder="default" .value=${live(draft.session)}
      @input=${(event: Event) => change({ session: readValue(event).trim() })}></label>
    <datalist id="sessions-known">${model.sessions?.map(({ name }) => html`<option value=${name}></option>`)}</datalist>`;
}

function drawBody(
  draft: RequestDraft,
  operation: ContractOperation | undefined,
  change: (part: Partial<RequestDraft>) => void,
  check: RequestCheck | undefined,
): TemplateResult {
  const examples = operation?.body?.examples ?? [];
  const faults = check?.faults.filter(({ pointer }) => pointer !== undefined) ?? [];
  const isWrong = faults.length > 0 || check?.status === 400;
  const use = (event: Event): void => {
    const example = examples[Number(readValue(event))];
    if (example !== undefined) change({ body: JSON.stringify(example.value, null, 2) });
  };
  const lines = Math.min(24, Math.max(5, draft.body.split('\n').length + 1));
  return html`${
    examples.length < 2
      ? null
      : keyed(
          operation?.id,
          html`<label class="wide">Example <select name="example" @change=${use}>${examples.map(({ name }, at) => html`<option value=${at}>${name}</option>`)}</select></label>`,
        )
  }<label class="wide">Body <small>${operation?.body?.required === false ? 'optional' : ''}</small>
    <textarea name="body" rows=${lines} spellcheck="false" aria-invalid=${isWrong} aria-describedby="check" .value=${live(draft.body)}
      @input=${(event: Event) => change({ body: readValue(event) })}></textarea></label>`;
}

/** Draws how the mock would refuse the request. It can be sent anyway, to try out refusals. */
function drawCheck(check: RequestCheck | undefined): TemplateResult {
  const title = check?.title ?? '';
  const detail = check?.detail ?? '';
  return html`<div class="wide check-result" id="check" role="status">${
    check === undefined
      ? null
      : check.status === undefined
        ? html`<p class="valid">✓ Valid</p>`
        : html`<div class="refusal"><p><strong>Would be refused with ${check.status}.</strong> ${title}</p>
          ${isSaid(check.faults, detail) ? null : html`<p>${detail}</p>`}
          ${check.faults.length === 0 ? null : html`<ul class="faults">${check.faults.map(drawFault)}</ul>`}</div>`
  }</div>`;
}

function drawCopies(
  draft: RequestDraft,
  operation: ContractOperation | undefined,
  { model, actions }: Context,
): TemplateResult {
  const copied = () => copyRequest(toRequest(draft, operation, model.info), model.info);
  return drawMenu('Copy as', [
    { label: 'curl', act: () => void actions.copy(toCurlLine(copied()), 'curl command') },
    { label: 'fetch', act: () => void actions.copy(toFetchCall(copied()), 'call of fetch') },
  ]);
}

function drawAnswer(answer: SentAnswer, { model, actions }: Context): TemplateResult {
  const { method, path, status, headers, body, durationMs, error } = answer;
  const entry = model.requests.findLast(
    (each) => each.id > answer.after && each.method === method && each.path === path,
  );
  const bytes = new TextEncoder().encode(body).length;
  const message = { headers, body: { text: shortenSecrets(body), bytes, truncated: false } };
  return html`<article class="detail">
    <p class="facts quiet">${drawStatus(status)} <span>${toDuration(durationMs)}</span>
      ${entry === undefined ? null : html`<a href=${toRequestAddress(entry.id)}>no. ${entry.id} in the journal</a>`}</p>
    ${error === undefined ? drawMessage(message, []) : html`<p class="problem">${error}</p>`}
    ${body === '' ? null : html`<p class="row end"><button @click=${() => actions.copy(body, 'body')}>Copy the body</button></p>`}
  </article>`;
}
