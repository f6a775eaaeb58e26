import type { Operation } from '../../contract/index.ts';
import { encodeText } from '../../contract/parse-url.ts';
import { Inconclusive, Unanswered } from '../outcomes.ts';
import { nameEndpoint } from '../runner/client.ts';
import type { Sent } from '../runner/target.ts';
import { assertAllowed, isRead } from './assert-allowed.ts';
import type { OperationCall } from './operation-call.ts';
import type { World } from './world.ts';
import { writeContent } from './write-content.ts';

/**
 * Sends one request, and records it.
 * @throws Unanswered if no response arrived
 * @throws Inconclusive if the run must not send it
 */
export async function callOperation(
  world: World,
  check: string,
  call: OperationCall,
): Promise<Sent> {
  const { operation, isValid = true } = call;
  assertAllowed(world, operation);
  if (isRead(operation)) await world.lag.settle();
  const content = await writeContent(call, operation);
  const credential = call.credential ?? world.credentials.find(operation);
  const request = {
    method: operation.method,
    path: writePath(operation, call),
    headers: {
      Accept: 'application/json, */*;q=0.5',
      ...(content && { 'Content-Type': content.type }),
      ...call.headers,
    },
    credential: credential ?? { value: undefined },
    body: content?.bytes,
  };
  world.pending.push(operation);
  const sent = await world.target
    .send(request)
    .finally(() => world.pending.splice(world.pending.indexOf(operation), 1));
  if (!isRead(operation)) world.lag.wrote();
  const isUnauthorised = call.credential !== undefined;
  world.record({ operation, sent, isValid, isUnauthorised, check });
  if (sent.reply === undefined && sent.loss !== 'unreadable') {
    const reason = world.redact(sent.error ?? 'no reason given');
    throw new Unanswered(`${nameEndpoint(sent.request)} got no response: ${reason}`);
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
    return encodeText(value);
  });
  const pairs = query.map(([name, text]) => `${encodeText(name)}=${encodeText(text)}`);
  return pairs.length === 0 ? filled : `${filled}?${pairs.join('&')}`;
}
