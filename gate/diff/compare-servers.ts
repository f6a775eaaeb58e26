import type { Api, ApiOperation, ApiServer } from './api.ts';
import type { FoundChange } from './operation-context.ts';

/** The same path, also where another differs from it by the names of its parameters only; or else that other one. */
export function findSame(
  operations: readonly ApiOperation[],
  { key, path }: ApiOperation,
): ApiOperation | undefined {
  const same = operations.filter((each) => each.key === key);
  return same.find((each) => each.path === path) ?? same[0];
}

/**
 * A client that kept to the old document goes on calling the addresses that it names. What concerns the whole document is
 * reported once, and what concerns an operation with servers of its own with the operation.
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
          reason: `the new document does not name the server ${shown}${scope} with all values that it could have`,
          curl: `curl -i "${shown}"`,
        },
      };
    });
}

/** Whether every address of one server is one of another. */
function takesPlaceOf(now: ApiServer, before: ApiServer): boolean {
  return (
    now.key === before.key &&
    now.choices.every((allowed, index) => {
      const needed = before.choices[index];
      return allowed === undefined || needed?.every((value) => allowed.includes(value)) === true;
    })
  );
}
