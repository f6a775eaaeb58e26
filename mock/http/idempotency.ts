import type { Operation } from '../../contract/index.ts';
import { isRecord } from '../../contract/resolve-reference.ts';
import type { RoleContext, RoleRequest } from '../behaviours/index.ts';
import { Refusal } from '../refusal.ts';
import type { ReplyContent } from './steps.ts';

/** The kind of the records that hold the replies to requests with an idempotency key. */
const kind = '$idempotency';

/** The value of the documented header that makes repeated requests have one effect. */
function readKey({ parameters }: Operation, sent: RoleRequest): unknown {
  const isKey = (name: string): boolean => /^(?:x-)?idempotency-?(?:key|token)?$/i.test(name);
  const header = parameters.find(({ name }) => isKey(name));
  return header === undefined ? undefined : sent.parameters[header.name];
}

/**
 * Runs a request once for each key in its header: a repeated request gets the first reply again.
 * @throws Refusal `conflict` if another request had the key
 */
export async function runOnce(
  operation: Operation,
  request: RoleRequest,
  context: RoleContext,
  run: () => Promise<ReplyContent>,
): Promise<ReplyContent> {
  const key = readKey(operation, request);
  if (typeof key !== 'string' || key === '') return run();
  const id = `${operation.id} ${key}`;
  const sent = JSON.stringify([request.url, request.body ?? null]);
  const stored = await context.records.find(kind, id);
  if (stored !== undefined) {
    if (stored.value['sent'] !== sent) throw refuseReuse();
    return readReply(stored.value['reply']) ?? run();
  }
  const reply = await run();
  const value = { sent, reply: { ...reply } };
  await context.records.insert({ kind, id, parent: undefined, value, hidden: {} });
  return reply;
}

function readReply(value: unknown): ReplyContent | undefined {
  if (!isRecord(value)) return undefined;
  const { status, mediaType, headers, body } = value;
  if (typeof status !== 'number' || !Array.isArray(headers)) return undefined;
  return {
    status,
    mediaType: typeof mediaType === 'string' ? mediaType : undefined,
    headers: headers.map(String),
    body: typeof body === 'string' ? body : undefined,
  };
}

function refuseReuse(): Refusal {
  const detail =
    'Another request was sent with this idempotency key. Send the same request again, or another key.';
  return new Refusal('conflict', detail);
}
