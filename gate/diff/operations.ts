import { toCurl as writeCurl } from '../../writers/curl.ts';
import type { FoundChange } from './change.ts';
import type { Comparison } from './comparison.ts';
import { createContext, type OperationContext } from './context.ts';
import { isSame } from './json.ts';
import { compareRequests, compareResponses } from './messages.ts';
import type { ApiOperation, ApiScheme, ApiServer } from './read-api.ts';

/** Compares all operations, and all requests that the service makes. */
export function compareApis(comparison: Comparison): FoundChange[] {
  const { old: before, new: after } = comparison;
  return [
    ...compareLists(comparison, before.operations, after.operations, false),
    ...compareLists(comparison, before.outgoing, after.outgoing, true),
  ];
}

function compareLists(
  comparison: Comparison,
  before: readonly ApiOperation[],
  after: readonly ApiOperation[],
  isOutgoing: boolean,
): FoundChange[] {
  const pairs = pairOperations(before, after);
  const kind = isOutgoing ? 'webhook' : 'operation';
  const found = before.flatMap((was): FoundChange[] => {
    const is = pairs.get(was);
    const context = createContext(comparison, was, is ?? was, isOutgoing);
    if (is !== undefined) compareOperation(context);
    else {
      const label = `${was.method} ${was.path}`;
      const moved = after.find(({ id }) => id !== undefined && id === was.id);
      const title = moved === undefined ? 'is removed' : `moved to ${moved.method} ${moved.path}`;
      const at = { old: was.pointer, ...(moved && { new: moved.pointer }) };
      const witness = () => context.witnessRequest({}, `the new document has no ${label}`);
      context.add(`${kind}-removed`, `${label} ${title}`, at, witness, { place: was.key });
    }
    return context.found;
  });
  const paired = new Set(pairs.values());
  for (const { key, name, method, path, pointer } of after.filter((each) => !paired.has(each)))
    found.push({
      ...{ id: `${kind}-added:${key}`, rule: `${kind}-added`, severity: 'compatible' },
      ...{ operation: name, title: `${method} ${path} is new`, new: pointer },
    });
  return found;
}

/** Pairs operations by method and path, then by their whole address: a part of the path may move to or from the server. */
function pairOperations(
  before: readonly ApiOperation[],
  after: readonly ApiOperation[],
): Map<ApiOperation, ApiOperation> {
  const isServed = (was: ApiOperation, is: ApiOperation, server: ApiServer): boolean =>
    is.servers.some((other) => toAddress(server, was) === toAddress(other, is));
  const tests: ((was: ApiOperation, is: ApiOperation) => boolean)[] = [
    (was, is) => was.key === is.key && was.label === is.label,
    (was, is) => was.key === is.key,
    (was, is) =>
      was.method === is.method && was.servers.every((server) => isServed(was, is, server)),
  ];
  const pairs = new Map<ApiOperation, ApiOperation>();
  const free = new Set(after);
  for (const test of tests)
    for (const was of before.filter((each) => !pairs.has(each))) {
      const is = [...free].find((each) => test(was, each));
      if (is === undefined) continue;
      pairs.set(was, is);
      free.delete(is);
    }
  return pairs;
}

function toAddress({ key }: ApiServer, operation: ApiOperation): string {
  return key + operation.key.slice(operation.method.length + 1);
}

/**
 * Compares one operation. The service must still accept what clients send, and clients must be able to read what the service
 * sends. For an outgoing request (a webhook), the two are swapped.
 */
function compareOperation(context: OperationContext): void {
  const { before, after, isOutgoing, add } = context;
  compareRequests(context);
  compareResponses(context);
  if (!isOutgoing) {
    compareSecurity(context);
    compareServers(context);
  }
  const at = { old: before.pointer, new: after.pointer };
  if (!before.isDeprecated && after.isDeprecated)
    add('operation-deprecated', 'the operation is deprecated', at);
  // Nothing changes on the wire, but generated clients rename a function.
  if (after.id !== before.id && before.id !== undefined)
    add('operation-id-changed', `operationId is now ${after.id ?? 'removed'}`, at);
}

/** Credentials that were sufficient in the old document must be sufficient in the new one. */
function compareSecurity({ before, after, add, witnessRequest }: OperationContext): void {
  if (isSame(before.security, after.security)) return;
  const at = { old: before.securityPointer, new: after.securityPointer };
  const names = after.security.map(toWords);
  const needed = names.join(', or ');
  const isCovered = (given: readonly ApiScheme[], by: ApiOperation): boolean =>
    by.security.some((each) => isEnough(given, each));
  const lost = before.security.find((given) => !isCovered(given, after));
  if (lost === undefined) {
    add('security-widened', `accepted credentials: ${needed}`, at, false, { place: after.pointer });
    return;
  }
  // The names may be equal, but their meaning differs: another header, flow or token URL.
  const change = names.includes(toWords(lost))
    ? `the security scheme ${toWords(lost)} has changed`
    : `${toWords(lost)} → ${needed}`;
  const title = `credentials that were sufficient no longer are: ${change}`;
  const witness = () =>
    witnessRequest({ isAnonymous: lost.length === 0 }, `the new document requires ${needed}`);
  add('security-changed', title, at, witness, { place: after.pointer });
}

/** Whether credentials include all required ones. The names of schemes are ignored. */
function isEnough(given: readonly ApiScheme[], needed: readonly ApiScheme[]): boolean {
  return needed.every((scheme) =>
    given.some(
      (each) =>
        isSame(each.terms, scheme.terms) &&
        // Each listed flow can provide a token.
        each.flows.every((flow) => scheme.flows.includes(flow)) &&
        scheme.scopes.every((scope) => each.scopes.includes(scope)),
    ),
  );
}

function toWords(alternative: readonly ApiScheme[]): string {
  const words = alternative.map(({ name, scopes }) =>
    scopes.length === 0 ? name : `${name} (${scopes.join(', ')})`,
  );
  return words.join(' and ') || 'none';
}

/** Clients keep calling the servers of the old document. */
function compareServers({ before, after, add, witnessRequest }: OperationContext): void {
  const covers = (now: ApiServer, was: ApiServer): boolean => {
    const parts = toAddress(now, after).split('{}');
    const literals = parts.map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
    return new RegExp(`^${literals.join('[^/]*')}$`).test(toAddress(was, before));
  };
  for (const server of before.servers) {
    if (server.isImplied || after.servers.some((now) => covers(now, server))) continue;
    const url = server.url || '/';
    const reason = `the new document no longer allows every value of the server ${url}`;
    const witness = () => ({
      ...witnessRequest({}, reason),
      request: { method: 'GET', target: url, headers: {} },
      curl: writeCurl({ method: 'GET', url }),
    });
    const title = `the server ${url} is removed, or accepts fewer values`;
    add('server-removed', title, { old: server.pointer }, witness, { place: url });
  }
  const isKnown = (server: ApiServer): boolean =>
    before.servers.some((was) => toAddress(was, before) === toAddress(server, after));
  for (const server of after.servers)
    if (!server.isImplied && !isKnown(server))
      add('server-added', `the server ${server.url || '/'} is added`, { new: server.pointer });
}
