import { html, type TemplateResult } from 'lit-html';
import { keyed } from 'lit-html/directives/keyed.js';
import { live } from 'lit-html/directives/live.js';
import type { Context } from '../actions.ts';
import type { ContractOperation } from '../contract.ts';
import { drawValue } from '../form.ts';
import { type Check, type SentAnswer, toAddress } from '../model.ts';
import {
  type Content,
  drawMenu,
  drawMessage,
  drawReasons,
  drawStatus,
  readValue,
  toDuration,
} from '../parts.ts';
import {
  createDraft,
  type RequestDraft,
  suggestValues,
  toFetchCall,
  toMessage,
  toRequest,
} from '../request.ts';

type Change = (part: Partial<RequestDraft>) => void;

const methods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'];

/** Draws the request editor with the response beside it. */
export function drawSend(context: Context): TemplateResult {
  const { model, mock, actions } = context;
  const { contract } = mock;
  // By default, the operation that creates the first resource.
  const first = contract.find(({ method }) => method === 'POST') ?? contract[0];
  const draft = model.draft ?? createDraft(first, mock, model.session);
  if (model.draft === undefined) queueMicrotask(() => actions.setDraft(draft));
  const operation = contract.find(({ id }) => id === draft.operation);
  const change: Change = (part) => actions.setDraft({ ...draft, ...part });
  const submit = (event: Event): void => {
    event.preventDefault();
    void actions.sendDraft();
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
  };
  return html`<div class="columns">
    <section aria-label="Request"><form class="card form" novalidate @submit=${submit} @keydown=${press}>
      ${drawStart(draft, operation, context)}
      ${operation === undefined ? drawTarget(draft, change, model.draftCheck) : drawParameters(operation, draft, change, context)}
      ${drawWho(draft, change, context)}
      ${operation !== undefined && operation.body === undefined ? null : drawBody(draft, operation, change, model.draftCheck)}
      ${drawCheck(model.draftCheck)}
      <details class="wide" ?open=${draft.headers !== ''}><summary>Headers</summary>
        <textarea name="headers" aria-label="Headers, one per line" rows="3" spellcheck="false" placeholder="Prefer: code=503" .value=${live(draft.headers)}
          @input=${(event: Event) => change({ headers: readValue(event) })}></textarea></details>
    </form></section>
    <section aria-labelledby="answer"><h2 id="answer" class="visually-hidden">Response</h2>
      <div role="status">${
        model.isSending
          ? html`<p class="nothing">Waiting for the response…</p>`
          : model.answer === undefined
            ? html`<p class="nothing">The response appears here.</p>`
            : drawAnswer(model.answer, context)
      }</div></section>
  </div>`;
}

/** Draws the operation with the buttons beside it, which are always visible there. */
function drawStart(
  draft: RequestDraft,
  operation: ContractOperation | undefined,
  { model, mock, actions }: Context,
): TemplateResult {
  const whole = () => toRequest(draft, operation, mock.info);
  const fetchCall = () => toFetchCall(whole(), mock.info);
  return html`<div class="wide row start"><label>Operation <select name="operation" .value=${live(draft.operation)} @change=${(event: Event) => actions.startDraft(readValue(event))}>
      ${mock.contract.map(({ id, summary }) => html`<option value=${id} ?selected=${id === draft.operation}>${id} · ${summary}</option>`)}
      <option value="" ?selected=${draft.operation === ''}>Custom request</option></select></label>
    ${
      model.isSending
        ? html`<button type="button" @click=${actions.cancelSending}>Cancel</button>`
        : html`<button class="primary">Send</button>`
    }
    ${drawMenu('Copy as', [
      { label: 'curl', act: () => actions.copyCurl(whole(), mock.info) },
      { label: 'fetch', act: () => actions.copy(fetchCall(), 'call of fetch') },
    ])}</div>`;
}

function drawTarget(draft: RequestDraft, change: Change, check: Check | undefined): TemplateResult {
  const isUnknown = check?.status === 404 || check?.status === 405;
  return html`<label>Method <select name="method" .value=${live(draft.method)} @change=${(event: Event) => change({ method: readValue(event) })}>
      ${[...new Set([...methods, draft.method])].map((method) => html`<option ?selected=${method === draft.method}>${method}</option>`)}</select></label>
    <label class="wide">Path and query <input type="text" name="target" spellcheck="false" autocomplete="off" aria-invalid=${isUnknown} .value=${live(draft.target)}
      @input=${(event: Event) => change({ target: readValue(event) })}></label>`;
}

function drawParameters(
  operation: ContractOperation,
  draft: RequestDraft,
  change: Change,
  { model, mock }: Context,
): Content {
  const faults = model.draftCheck?.faults ?? [];
  const fields = operation.parameters.map((parameter) => {
    const { name, in: place, required, description, schema, example } = parameter;
    const { [name]: value, ...others } = draft.parameters;
    const hint = schema.default ?? example;
    return drawValue({
      name,
      // Any text can be sent, to try out refusals.
      schema: { type: 'string', description, ...(schema.enum && { enum: schema.enum }) },
      value,
      pointer: name,
      isRequired: required,
      takeFaults: () =>
        faults
          .filter((fault) => fault.parameter === name)
          .map(({ detail }) => detail)
          .join('; '),
      note: required ? place : `${place}, optional`,
      hint: required || hint === undefined ? '' : `not sent; e.g. ${hint}`,
      suggestions: suggestValues(parameter, mock),
      style: place === 'path' ? 'wide' : '',
      set: (next) =>
        change({ parameters: next === undefined ? others : { ...others, [name]: String(next) } }),
    });
  });
  return html`<p class="wide"><span class="method">${operation.method}</span> <code>${operation.path}</code></p>${fields}`;
}

function drawWho(draft: RequestDraft, change: Change, { mock }: Context): TemplateResult {
  const keys = { mock: 'the mock’s key', other: 'another key', none: 'no key' } as const;
  const isKey = (text: string): text is RequestDraft['key'] => Object.hasOwn(keys, text);
  const choose = (event: Event): void => {
    const key = readValue(event);
    if (isKey(key)) change({ key });
  };
  return html`<label>API key <select name="key" .value=${live(draft.key)} @change=${choose}>
      ${Object.entries(keys).map(([key, text]) => html`<option value=${key} ?selected=${draft.key === key}>${text}</option>`)}</select></label>
    ${draft.key === 'other' ? html`<label>Key <input type="password" name="otherKey" autocomplete="off" .value=${live(draft.otherKey)} @input=${(event: Event) => change({ otherKey: readValue(event) })}></label>` : null}
    <label>Session <input type="text" name="session" list="sessions-known" autocomplete="off" spellcheck="false" placeholder="default" .value=${live(draft.session)}
      @input=${(event: Event) => change({ session: readValue(event).trim() })}></label>
    <datalist id="sessions-known">${mock.sessions.map(({ name }) => html`<option value=${name}></option>`)}</datalist>`;
}

function drawBody(
  draft: RequestDraft,
  operation: ContractOperation | undefined,
  change: Change,
  check: Check | undefined,
): Content {
  const examples = operation?.body?.examples ?? [];
  const isWrong =
    check?.status === 400 || check?.faults.some(({ pointer }) => pointer !== undefined) === true;
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
          html`<label>Example <select name="example" @change=${use}>${examples.map(({ name }, at) => html`<option value=${at}>${name}</option>`)}</select></label>`,
        )
  }<label class="wide"><span>Body <small>${operation?.body?.required === false ? 'optional' : ''}</small></span>
    <textarea name="body" rows=${lines} spellcheck="false" aria-invalid=${isWrong} aria-describedby="check" .value=${live(draft.body)}
      @input=${(event: Event) => change({ body: readValue(event) })}></textarea></label>`;
}

/** Draws how the mock would refuse the request. It can be sent anyway, to try out refusals. */
function drawCheck(check: Check | undefined): TemplateResult {
  const { status = 0, title, detail = '', faults = [] } = check ?? {};
  const verdict =
    status < 400
      ? html`<p class="valid">✓ Valid</p>`
      : html`<div class="refusal"><p><strong>Would be refused with ${status}.</strong> ${title}</p>${drawReasons(detail, faults)}</div>`;
  return html`<div class="wide" id="check" role="status">${check === undefined ? null : verdict}</div>`;
}

function drawAnswer(answer: SentAnswer, { model, actions }: Context): TemplateResult {
  const { method, path, status, headers, body, durationMs, error } = answer;
  const entry = model.requests.findLast(
    (each) => each.id > answer.after && each.method === method && each.path === path,
  );
  return html`<article class="detail card">
    <p class="row quiet">${drawStatus(status)} <span>${toDuration(durationMs)}</span>
      ${entry === undefined ? null : html`<a href=${toAddress('requests', entry.id)}>no. ${entry.id} in the journal</a>`}</p>
    ${error === undefined ? drawMessage(toMessage(headers, body)) : html`<p class="problem">${error}</p>`}
    ${body === '' ? null : html`<p class="row end"><button @click=${() => actions.copy(body, 'body')}>Copy the body</button></p>`}
  </article>`;
}
