import { html, type TemplateResult } from 'lit-html';
import { resolveReferences } from '../contract.ts';
import { drawJson } from './json.ts';
import { drawDescription } from './marked.ts';

/** What is shown of an OpenAPI document. */
export interface ContractDocument {
  info: { title: string; version: string; description?: string; summary?: string };
  paths: Record<string, Record<string, ContractOperation | undefined>>;
  components?: { securitySchemes?: Record<string, unknown> };
}

export interface ContractOperation {
  operationId?: string;
  summary?: string;
  description?: string;
  parameters?: readonly unknown[];
  requestBody?: unknown;
  responses?: Record<string, unknown>;
}

const methods = new Set(['get', 'post', 'put', 'patch', 'delete', 'head', 'options']);

/** A plain list of what the contract says, for when no viewer is installed. */
export function drawOperations(document: ContractDocument): TemplateResult[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      methods.has(method) && operation !== undefined
        ? [drawOperation(document, path, method, operation)]
        : [],
    ),
  );
}

function drawOperation(
  document: ContractDocument,
  path: string,
  method: string,
  operation: ContractOperation,
): TemplateResult {
  const { operationId = `${method} ${path}`, summary = '', description = '' } = operation;
  const responses = Object.entries(operation.responses ?? {});
  const resolve = (value: unknown) => resolveReferences(document, value, 4);
  return html`<section class="operation card" id=${operationId} aria-labelledby="title-${operationId}">
    <h2 id="title-${operationId}">${summary || operationId}</h2>
    <p><span class="method">${method.toUpperCase()}</span> <span class="whole-path">${path}</span> <code class="quiet">${operationId}</code></p>
    ${drawDescription(description)}
    ${(operation.parameters ?? []).length === 0 ? null : drawPart('Parameters', resolve(operation.parameters))}
    ${operation.requestBody === undefined ? null : drawPart('Request body', resolve(operation.requestBody))}
    ${responses.map(([status, response]) => drawPart(`Response ${status}`, resolve(response)))}
  </section>`;
}

function drawPart(title: string, value: unknown): TemplateResult {
  return html`<details><summary>${title}</summary>${drawJson(JSON.stringify(value))}</details>`;
}
