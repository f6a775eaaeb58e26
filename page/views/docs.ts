import { html, type TemplateResult } from 'lit-html';
import { drawDescription } from './marked.ts';
import { type ContractDocument, drawOperations } from './plain-contract.ts';

/** The contract, and where the viewer goes when there is one. */
export function drawDocs(document: ContractDocument, hasViewer: boolean): TemplateResult {
  return html`<header class="top"><p class="brand"><a href="./#/contract">← Mock</a></p></header>
    <main id="main" class="docs" tabindex="-1">${hasViewer ? html`<div id="viewer"></div>` : drawPlain(document)}</main>`;
}

function drawPlain(document: ContractDocument): TemplateResult {
  const { title, version, description = '' } = document.info;
  return html`<h1>${title} <small>${version}</small></h1>
    <p class="hint card"><a href="./#/send">Send a request</a> from the page of the mock. To read the contract in Swagger UI here, install it next to the mock and reload:
      <code>npm install --save-dev --ignore-scripts swagger-ui-dist</code></p>
    ${drawDescription(description)}
    ${drawOperations(document)}`;
}
