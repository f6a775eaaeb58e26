import type { Contract, Operation, OperationId } from '../../contract/index.ts';
import { type Check, Inconclusive, type Scope } from '../engine/check.ts';
import { isSuccess } from '../engine/journal.ts';
import { call, fillPath } from '../engine/run.ts';
import { unknownUuid } from '../engine/shared.ts';
import type { Sent } from '../engine/target.ts';

const encoder = new TextEncoder();

/** Bodies that no lawful target can carry out: each lacks what is required, or is aimed at what does not exist. */
const bodies: readonly { fault: string; bytes: Uint8Array }[] = [
  { fault: 'the body null', bytes: encoder.encode('null') },
  {
    fault: 'an array that is nested 5,000 times',
    bytes: encoder.encode('['.repeat(5000) + ']'.repeat(5000)),
  },
  {
    fault: 'an object that is nested 5,000 times',
    bytes: encoder.encode('{"a":'.repeat(5000) + 1 + '}'.repeat(5000)),
  },
  { fault: '5,000 brackets that nobody closes', bytes: encoder.encode('['.repeat(5000)) },
  {
    fault: 'bytes that are no UTF-8',
    bytes: Uint8Array.of(0x7b, 0x22, 0x78, 0x22, 0x3a, 0x22, 0xff, 0xc3, 0x28, 0x22, 0x7d),
  },
  {
    fault: 'a field that nobody knows',
    bytes: encoder.encode('{"extra":{"a":[1]}}'),
  },
  {
    fault: 'a field named __proto__',
    bytes: encoder.encode('{"__proto__":{"name":"x"},"constructor":1}'),
  },
  { fault: 'a surrogate by itself', bytes: encoder.encode('{"x":"\\ud800"}') },
];

/** Ids that a path can carry and a database may stumble over. */
const ids = ['%zz', '%00', "'", '%27%20OR%201=1', '%F0%9F%98%80', '..%2f..', '-1', '1e309'];

/** What is nonsense gets an answer; which one is not shown, but that the service fails is none. */
export function createNonsenseChecks({ operations }: Contract): Check[] {
  return [...operations.map(createCheck), strangePaths, version];
}

function createCheck(operation: Operation): Check {
  const isRead = operation.requestBody === undefined;
  return {
    id: `${operation.id}/copes-with-nonsense`,
    title: 'nonsense gets an answer below 500',
    operation: operation.id as OperationId,
    level: 'MUST',
    requirements: ['no-server-errors'],
    sends: `${isRead ? '' : `requests with ${bodies.map(({ fault }) => fault).join(', ')}, aimed at nothing; `}ids that no UUID looks like (${ids.join(' ')}); a query parameter that nobody knows`,
    expects: 'an answer below 500 each time',
    stage: 'calls',
    writes: !isRead,
    async run(scope) {
      const path = toPath(scope, operation);
      const names = Object.keys(path);
      const sent: Sent[] = [];
      for (const { bytes } of isRead ? [] : bodies)
        sent.push(await send(scope, operation, path, '', bytes));
      sent.push(
        await send(scope, operation, path, 'extra=%27', isRead ? undefined : encoder.encode('{}')),
      );
      for (const id of ids) {
        const template = fillPath(operation, Object.fromEntries(names.map((name) => [name, 'ID'])));
        sent.push(
          await sendRaw(
            scope,
            operation.method,
            template.replaceAll('/ID', `/${id}`),
            isRead ? undefined : encoder.encode('{}'),
          ),
        );
      }
      for (const exchange of sent) judge(scope, exchange);
    },
  };
}

/** A workspace is the one of the run, where a body without its required fields creates nothing; else, nothing is named. */
function toPath(scope: Scope, operation: Operation): Record<string, string> {
  const names = operation.parameters
    .filter(({ in: place }) => place === 'path')
    .map(({ name }) => name);
  return Object.fromEntries(
    names.map((name) => [
      name,
      name === 'workspaceId'
        ? scope.run.options.workspace
        : unknownUuid(scope, `nonsense ${operation.id}`),
    ]),
  );
}

function send(
  scope: Scope,
  operation: Operation,
  path: Record<string, string>,
  query: string,
  body: Uint8Array | undefined,
): Promise<Sent> {
  return call(scope, {
    operation: operation.id as OperationId,
    path,
    query,
    body,
    intent: 'probe',
  });
}

/** For requests that no operation of the contract describes. */
function sendRaw({ run }: Scope, method: string, path: string, body?: Uint8Array): Promise<Sent> {
  if (!run.mayWrite && method !== 'GET')
    throw new Inconclusive('nothing may be written: the target is not on this machine');
  return run.target.send({
    method,
    path,
    headers: {
      Accept: 'application/json',
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    credential: run.credential,
    body,
  });
}

/** 501 is what RFC 9110 has for a method that a server does not know. */
function judge(scope: Scope, sent: Sent): void {
  const { reply } = sent;
  if (reply !== undefined && (reply.status < 500 || reply.status === 501)) return;
  scope.fail({
    message: 'nonsense made the service fail',
    expected: 'an answer below 500',
    received: reply === undefined ? (sent.error ?? 'no answer') : `status ${reply.status}`,
    exchange: scope.run.show(sent),
  });
}

const strangePaths: Check = {
  id: 'service/copes-with-unknown-paths-and-methods',
  title: 'paths and methods that are not documented get an answer below 500',
  operation: 'service',
  level: 'MUST',
  requirements: ['no-server-errors'],
  sends:
    'GET of paths that no operation has, and methods that the paths do not have, aimed at nothing',
  expects: 'an answer below 500 each time',
  stage: 'calls',
  writes: true,
  async run(scope) {
    const nothing = unknownUuid(scope, 'unknown paths');
    const { workspace } = scope.run.options;
    const requests = [
      ['GET', '/v1/path-that-nobody-knows'],
      ['GET', '/v1/'],
      ['GET', `/v1/sites/${nothing}`],
      ['GET', `/v1/routes/${nothing}`],
      ['PUT', `/v1/sites/${nothing}`],
      ['DELETE', `/v1/sites/${nothing}`],
      ['POST', `/v1/routes/${nothing}`],
      ['PATCH', `/v1/workspaces/${workspace}/sites`],
      ['GET', `/v1//workspaces/${workspace}/sites`],
      ['GET', '/v1/%zz'],
    ] as const;
    for (const [method, path] of requests) {
      judge(
        scope,
        await sendRaw(
          scope,
          method,
          path,
          method === 'GET' || method === 'DELETE' ? undefined : encoder.encode('{}'),
        ),
      );
    }
  },
};

const version: Check = {
  id: 'service/serves-under-the-version',
  title: 'the paths carry the prefix of the version',
  operation: 'service',
  level: 'MUST',
  requirements: ['version-prefix'],
  sends:
    'the list under its documented path; where that is not there, under the same path without its version and under the next version',
  expects: 'an answer to the documented path, and not to the others in its place',
  stage: 'calls',
  writes: false,
  async run(scope) {
    const { workspace } = scope.run.options;
    const documented = await call(scope, {
      operation: 'listSites',
      path: { workspaceId: workspace },
      query: 'limit=1',
    });
    if (isSuccess(documented)) return;
    for (const prefix of ['', '/v2']) {
      const other = await sendRaw(scope, 'GET', documented.request.path.replace(/^\/v1/, prefix));
      if (!isSuccess(other)) continue;
      scope.fail({
        message: `the service answers under ${prefix === '' ? 'no version' : prefix} and not under /v1`,
        expected: `an answer to ${documented.request.path}`,
        received: `status ${documented.reply?.status ?? 'none'}, and ${other.reply?.status} for ${other.request.path}`,
        exchange: scope.run.show(documented),
      });
      return;
    }
    throw new Inconclusive('the list is answered under no version');
  },
};
