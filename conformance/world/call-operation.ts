import type { Operation } from '../../contract/index.ts';
import { Inconclusive, Unanswered } from '../outcomes.ts';
import { type Credential, nameRoute } from '../runner/client.ts';
import type { Sent } from '../runner/target.ts';
import type { World } from './world.ts';

/** A request to one operation. */
export interface OperationCall {
  operation: Operation;
  /** The texts of the path parameters, not encoded, by name. */
  path?: ReadonlyMap<string, string>;
  /** Names and texts of query parameters. */
  query?: readonly (readonly [name: string, text: string])[];
  headers?: Readonly<Record<string, string>>;
  /** A JSON value, bytes, or undefined for no body. */
  body?: unknown;
  /** The media type of the body. Default: the documented one. */
  mediaType?: string;
  /** Default: that of the run. */
  credential?: Credential;
  /** Whether the service should accept the request. Default: true. */
  isValid?: boolean;
}

/**
 * Sends one request, and records it.
 * @throws Unanswered if no response arrived
 * @throws Inconclusive if the request writes, and the run must not
 */
export async function callOperation(
  world: World,
  check: string,
  call: OperationCall,
): Promise<Sent> {
  const { operation, isValid = true } = call;
  const isRead = operation.method === 'GET' || operation.method === 'HEAD';
  if (!isRead && !world.settings.mayWrite)
    throw new Inconclusive('writing is not allowed: the target is not on this machine');
  const sent = await world.target.send({
    method: operation.method,
    path: writePath(operation, call),
    headers: writeHeaders(operation, call),
    credential: call.credential ?? world.credentials.find(operation) ?? { value: undefined },
    body: toBytes(call, operation),
  });
  world.journal.push({ operation, sent, isValid, check });
  if (sent.reply === undefined && sent.loss !== 'unreadable') {
    const reason = world.redact(sent.error ?? 'no reason given');
    throw new Unanswered(`${nameRoute(sent.request)} got no response: ${reason}`);
  }
  return sent;
}

function writePath(operation: Operation, { path, query = [] }: OperationCall): string {
  const filled = operation.path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
    const value = path?.get(name);
    if (value === undefined)
      throw new Inconclusive(
        `${operation.id} needs a value for ${name}; pass --param ${name}=<value>`,
      );
    return encodeURIComponent(value);
  });
  const pairs = query.map((pair) => pair.map(encodeURIComponent).join('='));
  return pairs.length === 0 ? filled : `${filled}?${pairs.join('&')}`;
}

function writeHeaders(
  { requestBody }: Operation,
  { headers = {}, body, mediaType }: OperationCall,
): Record<string, string> {
  const type = mediaType ?? requestBody?.mediaType ?? 'application/json';
  const content = body === undefined ? {} : { 'Content-Type': type };
  return { Accept: 'application/json, */*;q=0.5', ...content, ...headers };
}

function toBytes(
  { body, mediaType }: OperationCall,
  { requestBody }: Operation,
): Uint8Array | undefined {
  if (body === undefined || body instanceof Uint8Array) return body;
  const type = mediaType ?? requestBody?.mediaType;
  const isForm = type === 'application/x-www-form-urlencoded' && typeof body === 'object';
  if (!isForm || body === null) return new TextEncoder().encode(JSON.stringify(body));
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(body))
    for (const item of [value].flat())
      form.append(name, typeof item === 'object' ? JSON.stringify(item) : String(item));
  return new TextEncoder().encode(form.toString());
}
