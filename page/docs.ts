import { html, render, type TemplateResult } from 'lit-html';
import type { OpenApiDocument } from '../contract/openapi-document.ts';
import { readOperations } from '../contract/read-operations.ts';
import { isRecord, readAt } from '../contract/resolve-reference.ts';
import { createApi, type Info, toBaseUrl } from './api.ts';
import { applyTheme, keepToken, readTheme, takeToken } from './browser.ts';
import { resolveReferences } from './contract.ts';
import { drawBody, drawLock, drawMarked } from './parts.ts';

/** Draws the contract as a plain list, if no viewer is installed. */
function drawPlain(document: OpenApiDocument): TemplateResult {
  const { title, version, description } = document.info;
  return html`<h1>${title} <small>${version}</small></h1>
    <p class="card"><a href="./#/send">Send a request</a> from the page of the mock. To read the contract in Swagger UI here, install it next to the mock and reload:
      <code>npm install --save-dev --ignore-scripts swagger-ui-dist</code></p>
    ${drawDescription(description)}
    ${readOperations(document).map(({ id, method, path, summary, description: about }) => {
      const operation = Object(readAt(document, ['paths', path, method.toLowerCase()]));
      return html`<section class="card" aria-labelledby=${id}><h2 id=${id}>${summary}</h2>
        <p><span class="method">${method}</span> <code>${path}</code> <code class="quiet">${id}</code></p>
        ${drawDescription(about)}
        ${drawPart('Parameters', resolveReferences(document, operation.parameters, 4))}
        ${drawPart('Request body', resolveReferences(document, operation.requestBody, 4))}
        ${drawPart('Responses', resolveReferences(document, operation.responses, 4))}</section>`;
    })}`;
}

function drawPart(label: string, value: unknown): TemplateResult | null {
  if (value === undefined) return null;
  return html`<details><summary>${label}</summary>${drawBody(JSON.stringify(value))}</details>`;
}

/** Draws the paragraphs of a description. */
function drawDescription(text: unknown = ''): TemplateResult[] {
  const paragraphs = String(text).trim().split('\n\n');
  return paragraphs.map((paragraph) => html`<p>${drawMarked(paragraph)}</p>`);
}

/** The part of Swagger UI that is used. Its script defines a global variable. */
type Viewer = (options: Record<string, unknown>) => {
  preauthorizeApiKey(scheme: string, value: string): void;
};
declare const SwaggerUIBundle: Viewer | undefined;

/** Shows the contract in the viewer, with requests that can be tried on this mock. */
function showContract(viewer: Viewer, document: OpenApiDocument, info: Info): void {
  const servers = [{ url: toBaseUrl(location), description: 'This mock' }];
  const viewed = viewer({
    spec: withoutExamples({ ...document, servers }),
    dom_id: '#viewer',
    deepLinking: true,
    tryItOutEnabled: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    // Do not send the document to an online validator.
    validatorUrl: null,
    onComplete: () => {
      for (const scheme of Object.keys(document.components?.securitySchemes ?? {}))
        viewed.preauthorizeApiKey(scheme, info.apiKeys[0] ?? '');
    },
  });
}

/** Leaves optional parameters empty: the ids in examples do not exist in this mock. */
function withoutExamples(document: object): unknown {
  return JSON.parse(JSON.stringify(document), (_name, value) => {
    const isOptional = isRecord(value) && value['in'] === 'query' && value['required'] !== true;
    return isOptional ? { ...value, example: undefined, examples: undefined } : value;
  });
}

let token = takeToken();
const api = createApi(() => ({ token, session: 'default' }));
const root = document.getElementById('app') ?? document.body;
const dark = matchMedia('(prefers-color-scheme: dark)');

async function start(): Promise<void> {
  try {
    const contract = await api.call<OpenApiDocument>('GET', '/contract');
    const info = await api.call<Info>('GET', '/info');
    const viewer = typeof SwaggerUIBundle === 'undefined' ? undefined : SwaggerUIBundle;
    const content = viewer === undefined ? drawPlain(contract) : html`<div id="viewer"></div>`;
    render(
      html`<header class="top"><a href="./#/contract">← Mock</a></header><main id="main" class="view docs" tabindex="-1">${content}</main>`,
      root,
    );
    if (viewer !== undefined) showContract(viewer, contract, info);
  } catch (error) {
    render(drawLock(token === '' ? '' : error instanceof Error ? error.message : '', unlock), root);
  }
}

function unlock(typed: string): void {
  token = keepToken(typed.trim());
  render(null, root);
  void start();
}

/** The viewer enables its dark theme by a class. */
function applyDarkLook(): void {
  const theme = applyTheme(readTheme());
  const isDark = theme === 'dark' || (theme === 'auto' && dark.matches);
  document.documentElement.classList.toggle('dark-mode', isDark);
}

applyDarkLook();
dark.addEventListener('change', applyDarkLook);
// The viewer is a deferred script, so it has run by then.
addEventListener('load', () => void start());
