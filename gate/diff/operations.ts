import { toCurl as writeCurl } from '../../writers/curl.ts';
import type { ApiOperation, ApiScheme, ApiServer } from './api.ts';
import type { Comparison } from './comparison.ts';
import { createContext, type FoundChange, type OperationContext } from './context.ts';
import { isSame } from './json.ts';
import { compareBody, compareParameters } from './requests.ts';
import { compareResponses } from './responses.ts';
import { createRequest, toCurl } from './witnesses.ts';

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
  const matched = new Set(pairs.values());
  const kind = isOutgoing ? 'webhook' : 'operation';
  const removed = before.flatMap((operation) => {
    const now = pairs.get(operation);
    return now === undefined
      ? [toRemoved(comparison, operation, after, kind)]
      : compareOperation(comparison, operation, now, isOutgoing);
  });
  const added = after.filter((operation) => !matched.has(operation));
  return [
    ...removed,
    ...added.map(
      (operation): FoundChange => ({
        id: `${kind}-added:${operation.key}`,
        rule: `${kind}-added`,
        severity: 'compatible',
        operation: operation.name,
        title: `${operation.method} ${operation.path} is new`,
        detail: '',
        new: operation.pointer,
      }),
    ),
  ];
}

/** Pairs operations by method and path, then by their whole address: a part of the path may move to or from the server. */
function pairOperations(
  before: readonly ApiOperation[],
  after: readonly ApiOperation[],
): Map<ApiOperation, ApiOperation> {
  const pairs = new Map<ApiOperation, ApiOperation>();
  const free = new Set(after);
  const pair = (isSameOperation: (was: ApiOperation, is: ApiOperation) => boolean): void => {
    for (const operation of before) {
      if (pairs.has(operation)) continue;
      const found = [...free].find((each) => isSameOperation(operation, each));
      if (found === undefined) continue;
      pairs.set(operation, found);
      free.delete(found);
    }
  };
  pair((was, is) => was.key === is.key && was.label === is.label);
  pair((was, is) => was.key === is.key);
  pair(
    (was, is) =>
      was.method === is.method &&
      was.servers.every((server) =>
        is.servers.some((other) => toAddress(server, was) === toAddress(other, is)),
      ),
  );
  return pairs;
}

function toAddress({ key }: ApiServer, operation: ApiOperation): string {
  return key + operation.key.slice(operation.method.length + 1);
}

function toRemoved(
  comparison: Comparison,
  operation: ApiOperation,
  after: readonly ApiOperation[],
  kind: 'webhook' | 'operation',
): FoundChange {
  const moved = after.find(({ id }) => id !== undefined && id === operation.id);
  const label = `${operation.method} ${operation.path}`;
  const isMoved = moved !== undefined && moved.key !== operation.key;
  return {
    id: `${kind}-removed:${operation.key}`,
    rule: `${kind}-removed`,
    severity: 'breaking',
    operation: operation.name,
    title: isMoved ? `${label} moved to ${moved.method} ${moved.path}` : `${label} is removed`,
    detail:
      kind === 'webhook'
        ? 'Receivers no longer get it.'
        : 'Keep it in addition to the new one, or release a major version.',
    old: operation.pointer,
    ...(moved !== undefined && { new: moved.pointer }),
    witness: () => {
      const request = createRequest(comparison, 'old', operation);
      const reason = `the new document has no ${label}`;
      const curl = toCurl(request);
      return {
        kind: 'request',
        operation: operation.name,
        request,
        provenBy: 'rule',
        reason,
        curl,
      };
    },
  };
}

/**
 * Compares one operation. The service must still accept what clients send, and clients must be able to read what the service
 * sends. For an outgoing request (a webhook), the two are swapped.
 */
function compareOperation(
  comparison: Comparison,
  before: ApiOperation,
  after: ApiOperation,
  isOutgoing: boolean,
): FoundChange[] {
  const context = createContext(comparison, before, after, isOutgoing);
  compareParameters(context);
  compareBody(context);
  compareResponses(context);
  if (!isOutgoing) {
    compareSecurity(context);
    compareServers(context);
  }
  const at = { old: before.pointer, new: after.pointer };
  if (!before.isDeprecated && after.isDeprecated)
    context.add('compatible', 'operation-deprecated', 'the operation is deprecated', {
      detail: 'Tell clients what to use instead.',
      ...at,
    });
  if (after.id !== before.id && before.id !== undefined)
    context.add(
      'compatible',
      'operation-id-changed',
      `operationId is now ${after.id ?? 'removed'}`,
      { detail: 'Nothing changes on the wire; generated clients rename a function.', ...at },
      before.pointer,
    );
  return context.found;
}

/** Credentials that were sufficient in the old document must be sufficient in the new one. */
function compareSecurity({ before, after, add, witnessRequest }: OperationContext): void {
  const at = { old: before.securityPointer, new: after.securityPointer };
  const [lost] = before.security.filter(
    (alternative) => !after.security.some((needed) => isEnough(alternative, needed)),
  );
  const needed = after.security.map(toWords).join(', or ');
  if (lost !== undefined) {
    // The names are equal, but their meaning differs: another header, flow or token URL.
    const isRedefined = after.security.map(toWords).includes(toWords(lost));
    const rest = isRedefined
      ? `the security scheme ${toWords(lost)} has changed`
      : `${toWords(lost)} → ${needed}`;
    add(
      'breaking',
      'security-changed',
      `credentials that were sufficient no longer are: ${rest}`,
      {
        detail: 'Keep the old credentials as an alternative.',
        ...at,
        witness: () =>
          witnessRequest(
            { isAnonymous: lost.length === 0 },
            `the new document requires ${needed}${isRedefined ? ', with its new definition' : ''}`,
          ),
      },
      after.pointer,
    );
  } else if (after.security.some((each) => !before.security.some((known) => isEnough(each, known))))
    add(
      'compatible',
      'security-widened',
      `other credentials are also accepted: ${needed}`,
      at,
      after.pointer,
    );
  else if (!isSame(before.security, after.security))
    add('compatible', 'security-rewritten', `the same credentials are accepted: ${needed}`, at);
}

/** Whether credentials include all required ones. The names of schemes are ignored. */
function isEnough(given: readonly ApiScheme[], needed: readonly ApiScheme[]): boolean {
  return needed.every((scheme) =>
    given.some(
      (each) =>
        isSame({ ...each.terms, flows: null }, { ...scheme.terms, flows: null }) &&
        // Each listed flow can provide a token.
        listFlows(each).every((flow) => listFlows(scheme).some((other) => isSame(flow, other))) &&
        scheme.scopes.every((scope) => each.scopes.includes(scope)),
    ),
  );
}

function listFlows({ terms }: ApiScheme): readonly unknown[] {
  return Array.isArray(terms['flows']) ? terms['flows'] : [];
}

function toWords(alternative: readonly ApiScheme[]): string {
  if (alternative.length === 0) return 'none';
  return alternative
    .map(({ name, scopes }) => (scopes.length === 0 ? name : `${name} (${scopes.join(', ')})`))
    .join(' and ');
}

/** Clients keep calling the servers of the old document. */
function compareServers({ before, after, add }: OperationContext): void {
  const covers = (now: ApiServer, was: ApiServer): boolean =>
    toAddress(now, after) === toAddress(was, before) &&
    now.choices.every((allowed, index) => {
      const needed = was.choices[index];
      return allowed === undefined || needed?.every((value) => allowed.includes(value)) === true;
    });
  for (const server of before.servers) {
    if (server.isImplied || after.servers.some((now) => covers(now, server))) continue;
    const { pointer } = server;
    const url = server.url === '' ? '/' : server.url;
    add(
      'breaking',
      'server-removed',
      `the server ${url} is removed, or accepts fewer values`,
      {
        detail: 'Clients keep calling it: keep it in the list.',
        old: pointer,
        witness: () => ({
          kind: 'request',
          operation: before.name,
          request: { method: 'GET', target: url, headers: {} },
          provenBy: 'rule',
          reason: `the new document no longer allows every value of the server ${url}`,
          curl: writeCurl({ method: 'GET', url }),
        }),
      },
      url,
    );
  }
  for (const server of after.servers)
    if (!server.isImplied && !before.servers.some((was) => covers(was, { ...server, choices: [] })))
      add('compatible', 'server-added', `the server ${server.url || '/'} is added`, {
        new: server.pointer,
      });
}
