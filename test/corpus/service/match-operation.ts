import type { OperationId, ServiceRequest } from './exchange.ts';

export interface Match {
  readonly operationId: OperationId;
  readonly resourceId: string;
}

const operationsByShape: Readonly<Record<string, OperationId>> = {
  'GET workspaces sites': 'listSites',
  'POST workspaces sites': 'createSite',
  'POST workspaces webhooks': 'createWebhook',
  'PATCH sites ': 'updateSite',
  'POST sites duplicate': 'duplicateSite',
  'POST sites routes': 'createRoute',
  'PATCH routes ': 'updateRoute',
};

/** Every path of the interface is /v1/<collection>/<id>, some followed by one more segment. */
export function matchOperation(request: ServiceRequest): Match | undefined {
  const [root, version, collection, id, action = '', ...rest] = request.path.split('/');
  if (root !== '' || version !== 'v1' || !collection || !id || rest.length > 0) return undefined;
  const operationId = operationsByShape[`${request.method} ${collection} ${action}`];
  return operationId && { operationId, resourceId: decodeSegment(id) };
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
