import { html, type TemplateResult } from 'lit-html';
import type { Context } from '../actions.ts';
import type { Schemas } from '../api.ts';
import { drawChoice, drawId, drawMarked, drawTime } from '../parts.ts';

export function drawContract(context: Context): TemplateResult {
  return html`
    <p class="row"><a class="button primary" href="docs">Read the contract</a> <a class="button" href="#/send">Send a request</a></p>
    ${drawInfo(context)}
    <section aria-labelledby="assumptions"><h2 id="assumptions">Documented, assumed, observed</h2>
      <p class="lead">An assumption is the mock's choice where the interface is silent; an overlay can change it. Documented points are requirements
        for every deployment.</p>
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
  const rows = [
    ...assumptions.filter(({ source }) => isShown(source)).map(drawAssumption),
    ...(isShown('documented') ? requirements.map(drawRequirement) : []),
  ];
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
  const { id, question, section, value, known, reason, source } = assumption;
  const meaning = known.find((each) => each.value === value)?.meaning ?? '';
  const others = known.filter((each) => each.value !== value);
  return html`<tr><th scope="row">${question} <span class="quiet">${section} · <code>${id}</code></span></th>
    <td><code>${JSON.stringify(value)}</code> ${drawMarked(meaning)}
      <details class="quiet"><summary>Reason${others.length === 0 ? '' : ' and alternatives'}</summary><p>${drawMarked(reason)}</p>
        ${others.length === 0 ? null : html`<ul>${others.map((each) => html`<li><code>${JSON.stringify(each.value)}</code> ${drawMarked(each.meaning)}</li>`)}</ul>`}</details></td>
    <td><span class="tag is-${source}">${source}</span></td></tr>`;
}
