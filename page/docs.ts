import { html, render, type TemplateResult } from 'lit-html';
import type { OpenApiDocument, OperationObject } from '../contract/openapi-document.ts';
import { methods } from '../contract/operation.ts';
import { isRecord } from '../contract/resolve-reference.ts';
import { createApi, type Info, Refused, toBaseUrl } from './api.ts';
import { applyTheme, keepToken, readTheme, takeToken } from './browser.ts';
import { resolveReferences } from './contract.ts';
import { drawBody, drawLock, drawMarked } from './parts.ts';

/** Draws the contract, and an element for the viewer if it is installed. */
function drawDocs(document: OpenApiDocument, hasViewer: boolean): TemplateResult {
  return html`<header class="top"><p class="brand"><a href="./#/contract">← Mock</a></p></header>
    <main id="main" class="docs" tabindex="-1">${hasViewer ? html`<div id="viewer"></div>` : drawPlain(document)}</main>`;
}

function drawPlain(document: OpenApiDocument): TemplateResult {
  const { title, version, description = '' } = document.info;
  return html`<h1>${title} <small>${version}</small></h1>
    <p class="hint card"><a href="./#/send">Send a request</a> from the page of the mock. To read the contract in Swagger UI here, install it next to the mock and reload:
      <code>npm install --save-dev --ignore-scripts swagger-ui-dist</code></p>
    ${drawDescription(description)}
    ${drawOperations(document)}`;
}

/** Draws the operations as a plain list, if no viewer is installed. */
function drawOperations(document: OpenApiDocument): TemplateResult[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      return operation === undefined ? [] : [drawOperation(document, path, method, operation)];
    }),
  );
}

function drawOperation(
  document: OpenApiDocument,
  path: string,
  method: string,
  operation: OperationObject,
): TemplateResult {
  const { operationId, summary = operationId, description = '' } = operation;
  const responses = Object.entries(operation.responses);
  const resolve = (value: unknown) => resolveReferences(document, value, 4);
  return html`<section class="operation card" id=${operationId} aria-labelledby="title-${operationId}">
    <h2 id="title-${operationId}">${summary}</h2>
    <p><span class="method">${method.toUpperCase()}</span> <span class="whole-path">${path}</span> <code class="quiet">${operationId}</code></p>
    ${drawDescription(description)}
    ${(operation.parameters ?? []).length === 0 ? null : drawPart('Parameters', resolve(operation.parameters))}
    ${operation.requestBody === undefined ? null : drawPart('Request body', resolve(operation.requestBody))}
    ${responses.map(([status, response]) => drawPart(`Response ${status}`, resolve(response)))}
  </section>`;
}

function drawPart(title: string, value: unknown): TemplateResult {
  return html`<details><summary>${title}</summary>${drawBody(JSON.stringify(value))}</details>`;
}

/** Draws a description of the contract: single line breaks are joined, except for paragraphs and list items. */
function drawDescription(text: string): TemplateResult | null {
  const lines = text.trim().replaceAll(/(\S)[ \t]*\n(?!\s*(?:\n|[-*] ))[ \t]*/g, '$1 ');
  return lines === '' ? null : html`<p class="description">${drawMarked(lines)}</p>`;
}

/** The part of Swagger UI that is used. */
type Viewer = (options: Record<string, unknown>) => {
  preauthorizeApiKey(scheme: string, value: string): void;
};

/** Returns the viewer, which is a global variable. */
export function findViewer(): Viewer | undefined {
  const found: unknown = Reflect.get(globalThis, 'SwaggerUIBundle');
  return isViewer(found) ? found : undefined;
}

function isViewer(value: unknown): value is Viewer {
  return typeof value === 'function';
}

/** Shows the contract in the viewer, with requests that can be tried on this mock. */
function showContract(viewer: Viewer, document: OpenApiDocument, info: Info): void {
  const schemes = Object.keys(document.components?.securitySchemes ?? {});
  const shown = viewer({
    spec: toTriable(document),
    dom_id: '#viewer',
    deepLinking: true,
    tryItOutEnabled: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    // Do not send the document to an online validator.
    validatorUrl: null,
    onComplete: () => {
      for (const scheme of schemes) shown.preauthorizeApiKey(scheme, info.apiKeys[0] ?? '');
    },
  });
}

/** Leaves optional parameters empty: the ids in examples do not exist in this mock. */
function toTriable(document: OpenApiDocument): OpenApiDocument {
  return JSON.parse(
    JSON.stringify({
      ...document,
      servers: [{ url: toBaseUrl(location), description: 'This mock' }],
    }),
    (_name, value) => {
      const isOptional = isRecord(value) && value['in'] === 'query' && value['required'] !== true;
      if (!isOptional) return value;
      const { example: _example, examples: _examples, ...parameter } = value;
      return parameter;
    },
  );
}

let token = takeToken();
const api = createApi(() => ({ token, session: 'default' }));
const root = document.getElementById('app');
const dark = matchMedia('(prefers-color-scheme: dark)');

/** Shows the contract in the viewer if it is installed, otherwise as a plain list. */
async function start(lockedBecause = ''): Promise<void> {
  if (root === null) return;
  try {
    if (token === '') throw new Refused(401, { title: lockedBecause });
    const [document, info] = await Promise.all([
      api.call<OpenApiDocument>('GET', '/contract'),
      api.call<Info>('GET', '/info'),
    ]);
    const viewer = findViewer();
    render(drawDocs(document, viewer !== undefined), root);
    if (viewer !== undefined) showContract(viewer, document, info);
  } catch (error) {
    const because = error instanceof Refused ? error.message : String(error);
    render(drawLock(token === '' ? '' : because, unlock), root);
  }
}

function unlock(given: string): void {
  token = keepToken(given.trim());
  if (root !== null) render(null, root);
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
if (document.readyState === 'complete') void start();
else addEventListener('load', () => void start());
