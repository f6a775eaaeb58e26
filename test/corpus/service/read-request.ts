import {
  type Exchange,
  emptyInput,
  type Input,
  type LocalizedVariant,
  operationIds,
  type Query,
  Refusal,
  type ServiceRequest,
} from './exchange.ts';
import { isObject } from './field-rules.ts';
import { endpoints } from './operations.ts';
import type { Match, Service } from './service.ts';

const operationsByLine = new Map(operationIds.map((id) => [endpoints[id].line, id]));

/** Every path is /v1/<collection>/<id>, sometimes with one more segment, which another id may follow. */
export function matchOperation(request: ServiceRequest): Match | undefined {
  const [root, version, collection, id, action = '', partId, ...further] = request.path.split('/');
  if (root !== '' || version !== 'v1' || !collection || !id || further.length > 0) return undefined;
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

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isIdentifier = (text: string): boolean => uuid.test(text);

export function readLimit(text: string | null): number {
  if (text === null) return 20;
  const limit = Number(text);
  if (!/^\d+$/.test(text) || limit > 100) throw new Refusal('bad-query', 'limit is 0 to 100');
  return limit;
}

export function readAfter(text: string | null): string | undefined {
  if (text === null) return undefined;
  if (!isIdentifier(text)) throw new Refusal('bad-query', 'after is a UUID');
  return text;
}

export function readSkipValidation(text: string | null): boolean {
  if (text !== null && text !== 'true' && text !== 'false') {
    throw new Refusal('bad-query', 'skipValidation is true or false');
  }
  return text === 'true';
}

export function readQuery(service: Service, exchange: Exchange): Query {
  const { operationId, request } = exchange;
  const isList = operationId.startsWith('list');
  const isRoute = operationId === 'createRoute' || operationId === 'updateRoute';
  return {
    limit: isList ? service.readLimit(request.query.get('limit'), exchange) : 20,
    after: isList ? service.readAfter(request.query.get('after'), exchange) : undefined,
    skipValidation:
      isRoute && service.readSkipValidation(request.query.get('skipValidation'), exchange),
  };
}

function hasBody({ operationId }: Exchange): boolean {
  return operationId !== 'unmatched' && Object.keys(endpoints[operationId].fields).length > 0;
}

/** The name of a copy is optional, so a duplication may have no body. */
export function readBody(exchange: Exchange): unknown {
  if (!hasBody(exchange)) return {};
  if (exchange.request.bytes.length === 0) {
    if (exchange.operationId === 'duplicateSite') return {};
    throw new Refusal('malformed', 'a body is required');
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(exchange.request.bytes));
  } catch {
    throw new Refusal('malformed', 'the body is not JSON');
  }
}

export function checkBody(service: Service, exchange: Exchange): void {
  const { body, operationId } = exchange;
  if (operationId === 'unmatched') return;
  if (!isObject(body)) throw new Refusal('invalid', 'the body is not an object');
  for (const [field, rule] of Object.entries(service.fieldRules[operationId])) {
    const value = Object.hasOwn(body, field) ? body[field] : undefined;
    if (value === undefined) {
      if (rule.required) throw new Refusal('invalid', `${field} is required`);
    } else if (!rule.isType(value)) {
      throw new Refusal('invalid', `${field} has the wrong type`);
    } else if (!rule.isLawful(value, exchange)) {
      throw new Refusal('invalid', `${field} is not acceptable`);
    }
  }
}

/** Only a deviation accepts anything but text here; it is stored as text. */
function toText(value: unknown): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function toVariant(item: unknown): LocalizedVariant {
  const variant = isObject(item) ? item : {};
  return {
    locale: toText(variant['locale']) ?? '',
    pathname: toText(variant['pathname']) ?? '',
  };
}

export function toInput({ fieldRules }: Service, exchange: Exchange): Input {
  const body = isObject(exchange.body) ? exchange.body : {};
  const variants = body['localizedVariants'];
  const fields = exchange.operationId === 'unmatched' ? {} : fieldRules[exchange.operationId];
  const isFurther = (field: string) =>
    Object.hasOwn(fields, field) && !Object.hasOwn(emptyInput, field);
  return {
    name: toText(body['name']),
    hostUrl: toText(body['hostUrl']),
    locale: toText(body['locale']),
    pathname: toText(body['pathname']),
    localizedVariants: Array.isArray(variants) ? variants.map(toVariant) : undefined,
    url: toText(body['url']),
    eventType: toText(body['eventType']),
    further: Object.fromEntries(Object.entries(body).filter(([field]) => isFurther(field))),
  };
}
