import { html, type TemplateResult } from 'lit-html';
import type { OperationJson, ResourceJson } from '../../contract/resources/model-json.ts';
import type { Context } from '../actions.ts';
import type { Schemas } from '../api.ts';
import { drawChoice, drawId, drawMarked, drawTime } from '../parts.ts';
import { toWords } from '../words.ts';

export function drawContract(context: Context): TemplateResult {
  const { requirements } = context.mock;
  return html`
    <p class="row"><a class="button primary" href="docs">Read the contract</a> <a class="button" href="#/send">Send a request</a></p>
    ${drawInfo(context)}
    ${drawResources(context)}
    ${drawOperations(context)}
    <section aria-labelledby="assumptions"><h2 id="assumptions">Documented, assumed, observed</h2>
      <p class="lead">An assumption is the mock's choice where the interface is silent; an overlay can change it.
        ${requirements.length === 0 ? null : 'Documented points are requirements for every deployment.'}</p>
      ${drawAssumptions(context)}</section>`;
}

function drawInfo(context: Context): TemplateResult {
  const { contractTitle, contractVersion, contractHash, version, seed, startedAt, baseUrl } =
    context.mock.info;
  return html`<dl class="fields card">
    <div><dt>Contract</dt><dd>${contractTitle} ${contractVersion}</dd></div>
    <div><dt>Hash</dt><dd>${drawId(contractHash, 'hash of the contract', context, 12)}</dd></div>
    <div><dt>Base URL</dt><dd><code>${baseUrl}</code></dd></div>
    <div><dt>Mock</dt><dd>site-contract ${version}</dd></div>
    <div><dt>Seed</dt><dd><code>${seed}</code></dd></div>
    <div><dt>Started</dt><dd>${drawTime(startedAt)}</dd></div>
  </dl>`;
}

function drawResources({ mock }: Context): TemplateResult {
  const { resources } = mock.resources;
  return html`<section aria-labelledby="resources"><h2 id="resources">Resources</h2>
    <p class="lead">What the mock keeps, as it was understood from the document. <code>x-resources</code> in the document, or in an overlay,
      corrects it; <code>site-contract resources --format overlay</code> writes what to change.</p>
    ${
      resources.length === 0
        ? html`<p class="nothing">None. Every response is an example of the document, or generated.</p>`
        : html`<table class="assumptions"><caption class="visually-hidden">Resources</caption>
    <thead><tr><th scope="col">Resource</th><th scope="col">Paths and fields</th><th scope="col">Certainty</th></tr></thead>
    <tbody>${resources.map(drawResource)}</tbody></table>`
    }</section>`;
}

function drawResource(resource: ResourceJson): TemplateResult {
  const { name, at, collections, parent, id, serverSet, certainty, because } = resource;
  const paths = [...new Set([...at, ...collections])];
  return html`<tr><th scope="row">${toWords(name)} <span class="quiet">${parent === null ? '' : `in ${toWords(parent).toLowerCase()}`}</span></th>
    <td>${paths.map((path) => html`<code>${path}</code> `)}
      ${id.length === 0 ? null : html`<br>Id: ${drawPointers(id)}`}
      ${serverSet.length === 0 ? null : html`<br>Set by the service: ${drawPointers(serverSet)}`}
      ${because.length === 0 ? null : html`<br><span class="quiet">${because.join('; ')}</span>`}</td>
    <td><span class="tag">${certainty}</span></td></tr>`;
}

function drawPointers(pointers: readonly string[]): readonly TemplateResult[] {
  return pointers.map((pointer) => html`<code>${pointer.replace(/^\//, '')}</code> `);
}

function drawOperations({ mock }: Context): TemplateResult {
  const { operations, remarks } = mock.resources;
  return html`<section aria-labelledby="operations"><h2 id="operations">Operations</h2>
    <table class="assumptions"><caption class="visually-hidden">Operations</caption>
    <thead><tr><th scope="col">Operation</th><th scope="col">What it does, and why</th><th scope="col">Certainty</th></tr></thead>
    <tbody>${operations.map(drawOperation)}</tbody></table>
    ${remarks.map((remark) => html`<p class="quiet">${remark}</p>`)}</section>`;
}

function drawOperation(operation: OperationJson): TemplateResult {
  const { operationId, method, path, role, resource, certainty, because } = operation;
  const request = `${method} ${path}`;
  const what = resource === null ? role : `${role} ${toWords(resource).toLowerCase()}`;
  return html`<tr><th scope="row"><code>${operationId}</code> ${operationId === request ? null : html`<span class="quiet"><code>${request}</code></span>`}</th>
    <td><strong>${what}</strong><br><span class="quiet">${because.join('; ')}</span></td>
    <td><span class="tag">${certainty}</span></td></tr>`;
}

function drawAssumptions({ model, mock, set }: Context): TemplateResult {
  const { assumptions, requirements } = mock;
  const { assumptionFilter } = model;
  const count = (name: string): number =>
    assumptions.filter(({ source }) => source === name).length;
  const choices = [
    ['', `all ${assumptions.length + requirements.length}`],
    ['assumed', `assumed ${count('assumed')}`],
    ['observed', `observed ${count('observed')}`],
    ['documented', `documented ${requirements.length}`],
  ] as const;
  const isShown = (source: string): boolean => ['', source].includes(assumptionFilter);
  const assumed = assumptions.filter(({ source }) => isShown(source));
  const documented = isShown('documented') ? requirements : [];
  const rows = [...assumed.map(drawAssumption), ...documented.map(drawRequirement)];
  return html`${drawChoice<string>('Source', choices, assumptionFilter, (source) => set({ assumptionFilter: source }))}
  ${
    rows.length === 0
      ? html`<p class="nothing">None.</p>`
      : html`<table class="assumptions"><caption class="visually-hidden">Documented, assumed, observed</caption>
    <thead><tr><th scope="col">Question</th><th scope="col">Value</th><th scope="col">Source</th></tr></thead>
    <tbody>${rows}</tbody></table>`
  }`;
}

function drawRequirement(requirement: Schemas['Requirement']): TemplateResult {
  const { id, level, statement, section } = requirement;
  return html`<tr><th scope="row">${section} <span class="quiet">${level} · <code>${id}</code></span></th>
    <td>${drawMarked(statement)}</td>
    <td><span class="tag is-documented">documented</span></td></tr>`;
}

function drawAssumption(assumption: Schemas['Assumption']): TemplateResult {
  const { id, question, section, value, known: choices, reason, source } = assumption;
  const current = choices.find((choice) => choice.value === value);
  const alternatives = choices.filter((choice) => choice !== current);
  const list = html`<ul>${alternatives.map(
    (choice) =>
      html`<li><code>${JSON.stringify(choice.value)}</code> ${drawMarked(choice.meaning)}</li>`,
  )}</ul>`;
  return html`<tr><th scope="row">${question} <span class="quiet">${section} · <code>${id}</code></span></th>
    <td><code>${JSON.stringify(value)}</code> ${drawMarked(current?.meaning ?? '')}
      <details class="quiet"><summary>Reason${alternatives.length === 0 ? '' : ' and alternatives'}</summary><p>${drawMarked(reason)}</p>
        ${alternatives.length === 0 ? null : list}</details></td>
    <td><span class="tag is-${source}">${source}</span></td></tr>`;
}
