/**
 * Prism as an independent referee: a validating proxy between the suite and the mock. It shares no code with either, so
 * an independent implementation has to agree with every request of the suite and every response of the mock.
 *
 * Prism is 5.14.2: the newest release that declares Node 20 (its engines say `>=18.20.1`); from 5.15 on they ask for
 * Node 24, and an install on Node 20 warns at best.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import {
  listChecks,
  type RunResult,
  runSuite,
  type ToldExchange,
} from '../../conformance/index.ts';
import { contract } from '../../contract/index.ts';
import { createMock, type Mock } from '../../mock/index.ts';
import { findDisagreement, findPrismError, isRefereed } from './judge-prism.ts';
import { type Alter, type Relay, startRelay } from './relay.ts';
import { findPrism, runReferee, type StartedServer } from './run-referee.ts';
import { startPrismProxy } from './start-prism.ts';

let mock: Mock;
let relay: Relay;
let prism: StartedServer;
let result: RunResult;
let exchanges: readonly ToldExchange[];

beforeAll(async () => {
  mock = createMock({ seed: 1 });
  relay = await startRelay((await mock.listen()).url);
  prism = await startPrismProxy(relay.url);
  ({ result, exchanges } = await run(listRefereed()));
});

afterAll(async () => {
  await prism?.stop();
  await relay?.close();
  await mock?.close();
});

function listRefereed(): string[] {
  return listChecks(contract)
    .map(({ id }) => id)
    .filter(isRefereed);
}

async function run(only: readonly string[]) {
  const told: ToldExchange[] = [];
  const found = await runSuite({
    baseUrl: prism.url,
    apiKey: mock.apiKeys[0] ?? '',
    workspace: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    seed: 1,
    only,
    onExchange: (exchange) => told.push(exchange),
  });
  return { result: found, exchanges: told };
}

function listComplaints(told: readonly ToldExchange[]): string[] {
  return told.flatMap((each) => {
    const disagreement = findDisagreement(contract, each);
    const { request, reply } = each.exchange;
    return disagreement === undefined
      ? []
      : [
          `${disagreement.message}: ${each.by}: ${request.method} ${request.url} ${request.body} -> ${reply?.status} ${reply?.body}`,
        ];
  });
}

describe('Prism between the suite and the mock', () => {
  test('objects to no response, and to no request that was meant to be valid', () => {
    expect(listComplaints(exchanges)).toEqual([]);
  });

  test('does not prevent the mock from conforming', () => {
    const failed = result.checks.filter(({ outcome }) => outcome.status === 'failed');
    expect(failed.map(({ id }) => id)).toEqual([]);
    expect(result.verdict).toEqual({ kind: 'conforms' });
  });

  test.each(contract.operations.map(({ id }) => [id]))(
    'saw %s succeed, be refused, and name an unknown resource',
    (operation) => {
      const own = exchanges.filter((told) => told.operation === operation);
      const statuses = own
        .filter(({ exchange }) => findPrismError(exchange) === undefined)
        .map(({ exchange }) => exchange.reply?.status ?? 0);
      expect(statuses.some((status) => status < 300)).toBe(true);
      expect(statuses.some((status) => status >= 400)).toBe(true);
      expect(own.some(({ exchange }) => findPrismError(exchange) !== undefined)).toBe(true);
    },
  );
});

/** Changes that break a response of the mock on its way, each with a check whose requests let Prism detect it. */
const spoilers: readonly { title: string; check: string; alter: Alter }[] = [
  {
    title: 'a missing field',
    check: 'createSite/accepts-a-name-alone',
    alter: onSuccess('POST', /\/sites$/, (body) => ({ body: { ...body, apiKey: undefined } })),
  },
  {
    title: 'a list with status 200',
    check: 'listSites/limit-zero-shows-no-site',
    alter: onSuccess('GET', /\/sites\?/, () => ({ status: 200 })),
  },
  {
    title: 'a host URL with a path',
    check: 'createSite/accepts-every-field',
    alter: onSuccess('POST', /\/sites$/, (body) => ({
      body: { ...body, hostUrl: 'https://example.com/path' },
    })),
  },
  {
    title: 'an id that is not a UUID',
    check: 'createRoute/accepts-a-pathname-alone',
    alter: onSuccess('POST', /\/routes$/, (body) => ({ body: { ...body, id: 'route-1' } })),
  },
  {
    title: 'an unknown event type',
    check: 'createWebhook/accepts-page.created',
    alter: onSuccess('POST', /\/webhooks$/, (body) => ({ body: { ...body, eventType: 'page' } })),
  },
  {
    title: 'a refusal that is not a problem',
    check: 'updateSite/refuses-an-unknown-siteId',
    alter: ({ status }) => (status === 404 ? { body: '{"error":"not found"}' } : {}),
  },
];

function onSuccess(
  method: string,
  path: RegExp,
  change: (body: Record<string, unknown>) => { status?: number; body?: object },
): Alter {
  return (reply) => {
    if (reply.method !== method || !path.test(reply.path) || reply.status >= 300) return {};
    const { body, ...rest } = change(JSON.parse(reply.body));
    return body === undefined ? rest : { ...rest, body: JSON.stringify(body) };
  };
}

describe('the referee does report errors:', () => {
  afterEach(() => {
    relay.alter = undefined;
  });

  test.each(spoilers)('$title', async ({ check, alter }) => {
    relay.alter = alter;
    const told = await run([check]);
    expect(listComplaints(told.exchanges).join('\n')).toContain('Prism returns VIOLATIONS');
  });

  test("works as in the gate, with the request and Prism's verdict on the response", async () => {
    const found = findPrism('.');
    if (found === undefined) throw new Error('Prism is not installed');
    relay.alter = spoilers[0]?.alter;
    const only = ['createSite/accepts-a-name-alone'];
    const { verdict, checks } = await runReferee(contract, found, { upstream: relay.url, only });
    expect(verdict).toEqual({ kind: 'broken', failed: 1 });
    const failed = checks.find(({ outcome }) => outcome.status === 'failed');
    expect(failed).toMatchObject({
      id: 'createSite/referee-response',
      outcome: {
        failures: [{ message: expect.stringMatching(/^Prism returns VIOLATIONS: .*apiKey/) }],
      },
    });
    relay.alter = undefined;
    expect(await runReferee(contract, found, { upstream: relay.url, only })).toMatchObject({
      verdict: { kind: 'conforms' },
    });
  });

  test('reports a valid request that Prism refuses, and an invalid one that it accepts', () => {
    const refused = exchanges.find(
      ({ exchange, intent }) =>
        intent === 'invalid' && findPrismError(exchange) === 'UNPROCESSABLE_ENTITY',
    );
    const passed = exchanges.find(({ intent }) => intent === 'valid');
    if (refused === undefined || passed === undefined) throw new Error('the run had neither');
    expect(listComplaints([{ ...refused, intent: 'valid' }])).toHaveLength(1);
    expect(listComplaints([{ ...passed, intent: 'invalid' }])).toHaveLength(1);
  });
});
