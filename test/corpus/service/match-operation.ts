import { operationIds, type ServiceRequest } from './exchange.ts';
import { endpoints } from './operations.ts';
import type { Match } from './service.ts';

const operationsByLine = new Map(operationIds.map((id) => [endpoints[id].line, id]));

/** Every path of the interface is /v1/<collection>/<id>, sometimes with one more segment. */
export function matchOperation(request: ServiceRequest): Match | undefined {
  const [root, version, collection, id, action = '', ...rest] = request.path.split('/');
  if (root !== '' || version !== 'v1' || !collection || !id || rest.length > 0) return undefined;
  const operationId = operationsByLine.get(`${request.method} ${collection} ${action}`);
  return operationId && { operationId, resourceId: decodeSegment(id) };
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
