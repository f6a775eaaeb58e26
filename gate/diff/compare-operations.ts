import { quote } from '../../writers/curl.ts';
import type { Api, ApiOperation, ApiScheme, ApiServer } from './api.ts';
import { compareBody } from './compare-bodies.ts';
import { compareParameters } from './compare-parameters.ts';
import { compareResponses } from './compare-responses.ts';
import { isSame } from './json.ts';
import {
  type Comparison,
  createOperationContext,
  type FoundChange,
  type OperationContext,
} from './operation-context.ts';

/**
 * Compares one operation. The service must still accept what clients send, and clients must be able to read what the service
 * sends. For an outgoing request (a webhook), the two are swapped.
 */
export function compareOperation(
  comparison: Comparison,
  before: ApiOperation,
  after: ApiOperation,
  isOutgoing: boolean,
): FoundChange[] {
  const context = createOperationContext(comparison, before, after, isOutgoing);
  compareParameters(context);
  compareBody(context);
  compareResponses(context);
  if (!isOutgoing) compareSecurity(context);
  if (!before.isDeprecated && after.isDeprecated)
    context.addCompatible(
      'operation-deprecated',
      'the operation is deprecated',
      { new: after.pointer },
      'Tell clients what to use instead.',
    );
  return context.found;
}

/** Credentials that were sufficient in the old document must be sufficient in the new one. */
function compareSecurity({ before, after, add, witnessRequest }: OperationContext): void {
  const at = { old: before.securityPointer, new: after.securityPointer };
  const lost = before.security.filter(
    (alternative) => !after.security.some((needed) => isEnough(alternative, needed)),
  );
  if (lost.length > 0) {
    const [first = []] = lost;
    const others = after.security.map(toWords);
    const needed = others.join(', or ');
    // The names are equal, but their meaning differs: another header, flow or token URL.
    const isRedefined = others.includes(toWords(first));
    const witness = witnessRequest(
      { isAnonymous: first.length === 0 },
      `the new document requires ${needed}${isRedefined ? ', with its new definition' : ''}`,
    );
    add(
      'breaking',
      'security-changed',
      after.pointer,
      isRedefined
        ? `credentials that were sufficient no longer are: the security scheme ${toWords(first)} has changed`
        : `credentials that were sufficient no longer are: ${toWords(first)} → ${needed}`,
      'Keep the old credentials as an alternative.',
      { ...at, witness },
    );
    return;
  }
  const isWider = after.security.some(
    (alternative) => !before.security.some((needed) => isEnough(alternative, needed)),
  );
  if (isWider)
    add(
      'compatible',
      'security-widened',
      after.pointer,
      `other credentials are also accepted: ${after.security.map(toWords).join(', or ')}`,
      '',
      at,
    );
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

/** Finds the operation with the same path, or otherwise with a path that differs only in the names of its parameters. */
export function findSame(
  operations: readonly ApiOperation[],
  { key, path }: ApiOperation,
): ApiOperation | undefined {
  const same = operations.filter((each) => each.key === key);
  return same.find((each) => each.path === path) ?? same[0];
}

/**
 * Clients keep calling the servers of the old document. A server of the whole document is reported once, and a server of a
 * single operation is reported with that operation.
 */
export function compareServers(before: Api, after: Api): FoundChange[] {
  const found = listLostServers(before.servers, after.servers, '');
  for (const operation of before.operations) {
    const now = findSame(after.operations, operation);
    const isOwn = [operation, now].some(
      (each) =>
        each?.servers.some(({ pointer }) => !/^\/servers(?:\/\d+)?$/.test(pointer)) === true,
    );
    if (now !== undefined && isOwn)
      found.push(...listLostServers(operation.servers, now.servers, operation.name));
  }
  return found;
}

function listLostServers(
  before: readonly ApiServer[],
  after: readonly ApiServer[],
  operation: string,
): FoundChange[] {
  return before
    .filter((server) => !after.some((now) => takesPlaceOf(now, server)))
    .map(({ url, pointer }) => {
      const shown = url === '' ? '/' : url;
      const scope = operation === '' ? '' : ` of ${operation}`;
      const request = { method: 'GET', target: shown, headers: {} };
      return {
        id: `server-removed:${shown}${operation === '' ? '' : `:${operation}`}`,
        rule: 'server-removed',
        severity: 'breaking',
        operation,
        title: `the server ${shown}${scope} is removed, or accepts fewer values`,
        detail: 'Clients keep calling it: keep it in the list.',
        old: pointer,
        witness: {
          kind: 'request',
          operation,
          request,
          provenBy: 'rule',
          reason: `the new document no longer allows every value of the server ${shown}${scope}`,
          curl: `curl -i ${quote(shown)}`,
        },
      };
    });
}

/** Whether a server includes every address of another one. */
function takesPlaceOf(now: ApiServer, before: ApiServer): boolean {
  return (
    now.key === before.key &&
    now.choices.every((allowed, index) => {
      const needed = before.choices[index];
      return allowed === undefined || needed?.every((value) => allowed.includes(value)) === true;
    })
  );
}
