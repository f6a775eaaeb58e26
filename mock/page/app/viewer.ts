import type { Info } from './schemas.ts';
import type { ContractDocument } from './views/docs.ts';

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
    spec: { ...document, servers: [{ url: location.origin, description: 'This mock' }] },
    dom_id: '#viewer',
    // The colours of the page are also the viewer's.
    deepLinking: true,
    tryItOutEnabled: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    // Nothing is sent to a validator elsewhere.
    validatorUrl: null,
    onComplete: () => {
      for (const scheme of schemes) shown.preauthorizeApiKey(scheme, info.apiKeys[0] ?? '');
    },
  });
}
