import { html, type TemplateResult } from 'lit-html';
import { keyed } from 'lit-html/directives/keyed.js';
import { live } from 'lit-html/directives/live.js';
import type { Schema } from '../../contract/openapi-document.ts';
import { toDuration } from '../../writers/terminal-text.ts';
import type { Context } from '../actions.ts';
import type { ContractOperation } from '../contract.ts';
import { drawFields } from '../fields.ts';
import { type SentAnswer, toAddress, type Verdict } from '../model.ts';
import {
  type Content,
  drawMenu,
  drawMessage,
  drawReasons,
  drawStatus,
  readValue,
} from '../parts.ts';
import {
  createDraft,
  type RequestDraft,
  suggestValues,
  toMessage,
  toRequest,
  toTarget,
} from '../request.ts';

/** The request that is being edited. */
interface Editor extends Context {
  draft: RequestDraft;
  /** Undefined for a custom request. */
  operation: ContractOperation | undefined;
  /** How the mock would refuse it, once it was checked. */
  verdict: Verdict | undefined;
  change(part: Partial<RequestDraft>): void;
  /** Changes one part to the value of a field. */
  read(name: keyof RequestDraft): (event: Event) => void;
}

const methods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'];

/** Draws the request editor with the response beside it. */
export function drawSend(context: Context): TemplateResult {
  const { model, mock, actions } = context;
  const { contract } = mock;
  // By default, the operation that creates the first resource.
  const creation = contract.find(({ method }) => method === 'POST');
  const draft = model.draft ?? createDraft(creation ?? contract[0], mock, model.session);
  if (model.draft === undefined) queueMicrotask(() => actions.setDraft(draft));
  const operation = contract.find(({ id }) => id === draft.operation);
  const change = (part: Partial<RequestDraft>) => actions.setDraft({ ...draft, ...part });
  const read = (name: keyof RequestDraft) => (event: Event) => change({ [name]: readValue(event) });
  const editor = { ...context, draft, operation, verdict: model.draftVerdict, change, read };
  const submit = (event: Event): void => {
    event.preventDefault();
    void actions.sendDraft();
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
  };
  return html`<div class="columns">
    <section aria-label="Request"><form class="card form" novalidate @submit=${submit} @keydown=${press}>
      ${drawStart(editor)}
      ${operation === undefined ? drawTarget(editor) : drawParameters(operation, editor)}
      ${drawWho(editor)}
      ${operation !== undefined && operation.requestBody === undefined ? null : drawBody(editor)}
      ${drawVerdict(editor)}
      <details class="wide" ?open=${draft.headers !== ''}><summary>Headers</summary>
        <textarea name="headers" aria-label="Headers, one per line" rows="3" spellcheck="false" placeholder="Prefer: code=503" .value=${live(draft.headers)}
          @input=${read('headers')}></textarea></details>
    </form></section>
    <section aria-labelledby="answer"><h2 id="answer" class="visually-hidden">Response</h2>
      <div role="status">${drawResponse(context)}</div></section>
  </div>`;
}

function drawResponse(context: Context): TemplateResult {
  const { isSending, answer } = context.model;
  if (isSending) return html`<p class="nothing">Waiting for the response…</p>`;
  if (answer === undefined) return html`<p class="nothing">The response appears here.</p>`;
  return drawAnswer(answer, context);
}

/** Draws the operation with the buttons beside it, which are always visible there. */
function drawStart({ draft, operation, model, mock, actions }: Editor): TemplateResult {
  const finish = () => toRequest(draft, operation, mock.info);
  const info = draft.key === 'other' ? { ...mock.info, shownApiKey: '$API_KEY' } : mock.info;
  const start = (event: Event) => actions.startDraft(readValue(event));
  return html`<div class="wide row start"><label>Operation <select name="operation" .value=${live(draft.operation)} @change=${start}>
      ${mock.contract.map(({ id, summary }) => html`<option value=${id} ?selected=${id === draft.operation}>${summary === id ? id : `${id} · ${summary}`}</option>`)}
      <option value="" ?selected=${draft.operation === ''}>Custom request</option></select></label>
    ${
      model.isSending
        ? html`<button type="button" @click=${actions.cancelSending}>Cancel</button>`
        : html`<button class="primary">Send</button>`
    }
    ${drawMenu('Copy as', [
      { label: 'curl', act: () => actions.copyCurl(finish(), info) },
      { label: 'fetch', act: () => actions.copyFetch(finish(), info) },
    ])}</div>`;
}

function drawTarget({ draft, verdict, read }: Editor): TemplateResult {
  const isUnknown = verdict?.status === 404 || verdict?.status === 405;
  const names = [...new Set([...methods, draft.method])];
  return html`<label>Method <select name="method" .value=${live(draft.method)} @change=${read('method')}>
      ${names.map((method) => html`<option ?selected=${method === draft.method}>${method}</option>`)}</select></label>
    <label class="wide">Path and query <input type="text" name="target" spellcheck="false" autocomplete="off" aria-invalid=${isUnknown} .value=${live(draft.target)}
      @input=${read('target')}></label>`;
}

function drawParameters(
  { method, path, parameters }: ContractOperation,
  { draft, verdict, mock, change }: Editor,
): Content {
  // Any text can be sent, to try out refusals.
  const properties = parameters.map(({ name, description, schema }): [string, Schema] => [
    name,
    { ...schema, type: 'string', description },
  ]);
  const required = parameters.filter((parameter) => parameter.required);
  const fields = drawFields({
    name: '',
    schema: {
      properties: Object.fromEntries(properties),
      required: required.map(({ name }) => name),
    },
    value: draft.parameters,
    pointer: '',
    isRequired: true,
    takeFaults: (pointer) => {
      const faults = verdict?.faults ?? [];
      const faultsOfField = faults.filter(({ parameter }) => `/${parameter}` === pointer);
      return faultsOfField.map(({ detail }) => detail).join('; ');
    },
    suggest: (name, schema) => suggestValues({ name, schema }, mock),
    set: (values) => change({ parameters: Object(values) }),
  });
  return html`<p class="wide"><span class="method">${method}</span> <code>${path}</code></p>${fields}`;
}

const keys = { mock: 'the mock’s key', other: 'another key', none: 'no key' };

function drawWho({ draft, mock, change, read }: Editor): TemplateResult {
  const setSession = (event: Event) => change({ session: readValue(event).trim() });
  return html`<label>API key <select name="key" .value=${live(draft.key)} @change=${read('key')}>
      ${Object.entries(keys).map(([key, text]) => html`<option value=${key} ?selected=${draft.key === key}>${text}</option>`)}</select></label>
    ${draft.key === 'other' ? html`<label>Key <input type="password" name="otherKey" autocomplete="off" .value=${live(draft.otherKey)} @input=${read('otherKey')}></label>` : null}
    <label>Session <input type="text" name="session" list="sessions-known" autocomplete="off" spellcheck="false" placeholder="default" .value=${live(draft.session)}
      @input=${setSession}></label>
    <datalist id="sessions-known">${mock.sessions.map(({ name }) => html`<option value=${name}></option>`)}</datalist>`;
}

function drawBody({ draft, operation, verdict, change, read }: Editor): Content {
  const { examples = [], required } = operation?.requestBody ?? {};
  const { status, faults = [] } = verdict ?? {};
  const isWrong = status === 400 || faults.some(({ pointer }) => pointer !== undefined);
  const use = (event: Event): void => {
    const example = examples[Number(readValue(event))];
    if (example !== undefined) change({ body: JSON.stringify(example.value, null, 2) });
  };
  const options = examples.map(
    ({ name, summary = name }, at) => html`<option value=${at}>${summary}</option>`,
  );
  const choice = html`<label>Example <select name="example" @change=${use}>${options}</select></label>`;
  const lines = Math.min(24, Math.max(5, draft.body.split('\n').length + 1));
  return html`${examples.length < 2 ? null : keyed(operation?.id, choice)}
    <label class="wide"><span>Body <small>${required === false ? 'optional' : ''}</small></span>
    <textarea name="body" rows=${lines} spellcheck="false" aria-invalid=${isWrong} aria-describedby="check" .value=${live(draft.body)}
      @input=${read('body')}></textarea></label>`;
}

/** Draws how the mock would refuse the request. It can be sent anyway, to try out refusals. */
function drawVerdict({ verdict }: Editor): TemplateResult {
  const { status = 0, title, detail = '', faults = [] } = verdict ?? {};
  const text =
    status < 400
      ? html`<p class="valid">✓ Valid</p>`
      : html`<div class="refusal"><p><strong>Would be refused with ${status}.</strong> ${title}</p>${drawReasons(detail, faults)}</div>`;
  return html`<div class="wide" id="check" role="status">${verdict === undefined ? null : text}</div>`;
}

function drawAnswer(answer: SentAnswer, { model, actions }: Context): TemplateResult {
  const { method, target, status, headers, body, durationMs, error } = answer;
  const entry = model.requests.findLast(
    (request) =>
      request.id > answer.after && request.method === method && toTarget(request) === target,
  );
  return html`<article class="detail card">
    <p class="row quiet">${drawStatus(status)} <span>${toDuration(durationMs)}</span>
      ${entry === undefined ? null : html`<a href=${toAddress('requests', entry.id)}>no. ${entry.id} in the journal</a>`}</p>
    ${error === undefined ? drawMessage(toMessage(headers, body)) : html`<p class="problem">${error}</p>`}
    ${body === '' ? null : html`<p class="row end"><button @click=${() => actions.copy(body, 'body')}>Copy the body</button></p>`}
  </article>`;
}
