import { operationIds, type ServiceRequest } from './exchange.ts';
import { endpoints } from './operations.ts';
import type { Match } from './service.ts';

const operationsByLine = new Map(operationIds.map((id) => [endpoints[id].line, id]));

/** Every path is /v1/<collection>/<id>, sometimes with one more segment, which another id may follow. */
export function matchOperation(request: ServiceRequest): Match | undefined {
  const [root, version, collection, id, action = '', partId, ...rest] = request.path.split('/');
  if (root !== '' || version !== 'v1' || !collection || !id || rest.length > 0) return undefined;
  const line = `${request.method} ${collection} ${action}`;
  const operationId = operationsByLine.get(partId === undefined ? line : `${line} <id>`);
  if (operationId === undefined) return undefined;
  return {
    operationId,
    resourceId: decodeSegment(id),
    partId: partId === undefined ? undefined : decodeSegment(partId),
  };
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
