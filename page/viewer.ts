import { toBaseUrl } from './address.ts';
import type { Info } from './schemas.ts';
import type { ContractDocument } from './views/plain-contract.ts';

/** What is used of Swagger UI. */
type Viewer = (options: Record<string, unknown>) => {
  preauthorizeApiKey(scheme: string, value: string): void;
};

/** The viewer puts itself where every script finds it. */
export function findViewer(): Viewer | undefined {
  const found: unknown = Reflect.get(globalThis, 'SwaggerUIBundle');
  return isViewer(found) ? found : undefined;
}

function isViewer(value: unknown): value is Viewer {
  return typeof value === 'function';
}

/** Shows the contract so that its requests can be tried on this mock at once. */
export function showContract(viewer: Viewer, document: ContractDocument, info: Info): void {
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

/** What is optional is left empty: an example of a cursor or of another id is none of this mock's own. */
function toTriable(document: ContractDocument): ContractDocument {
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

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
