/**
 * Prism as an independent referee: a validating proxy between the suite and the mock. It shares no code with either, so
 * an independent implementation has to agree with every request of the suite and every response of the mock.
 *
 * Prism is 5.14.2: the newest release that declares Node 20 (its engines say `>=18.20.1`); from 5.15 on they ask for
 * Node 24, and an install on Node 20 warns at best.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { contract } from '../../contract/index.ts';
import { createMock, type Mock } from '../../mock/index.ts';
import {
  listChecks,
  type RunResult,
  runSuite,
  type ToldExchange,
} from '../../service/entries/conformance.ts';
import { workspace } from '../support/test-client.ts';
import { findDisagreement, findPrismError, isRefereed } from './judge-prism.ts';
import { type Alter, type Referee, startReferee } from './start-prism.ts';

let mock: Mock;
let referee: Referee;
let result: RunResult;
let exchanges: readonly ToldExchange[];

beforeAll(async () => {
  mock = createMock({ seed: 1 });
  referee = await startReferee((await mock.listen()).url);
  const refereed = listChecks(contract).filter(({ id }) => isRefereed(id));
  ({ result, exchanges } = await run(refereed.map(({ id }) => id)));
});
afterEach(() => {
  referee.alter = () => ({});
});
afterAll(async () => {
  await referee?.close();
  await mock?.close();
});

async function run(only: readonly string[]) {
  const told: ToldExchange[] = [];
  const found = await runSuite({
    baseUrl: referee.url,
    apiKey: mock.apiKeys[0] ?? '',
    workspace,
    seed: 1,
    only,
    onExchange: (exchange) => told.push(exchange),
  });
  return { result: found, exchanges: told };
}

const listComplaints = (told: readonly ToldExchange[]): string[] =>
  told.flatMap((each) => {
    const disagreement = findDisagreement(contract, each);
    const { method, url, body } = each.exchange.request;
    return disagreement === undefined
      ? []
      : [`${disagreement}: ${each.by}: ${method} ${url} ${body}`];
  });

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

/** Changes a field of the successful responses to POST requests whose path ends so. */
const spoil =
  (end: string, field: string, value: unknown): Alter =>
  ({ method, path, status, body }) =>
    method === 'POST' && path.endsWith(end) && status < 300
      ? { body: JSON.stringify({ ...JSON.parse(body), [field]: value }) }
      : {};

/** Changes that break a response of the mock on its way, each with a check whose requests let Prism detect it. */
const spoilers: readonly (readonly [title: string, check: string, alter: Alter])[] = [
  ['a missing field', 'createSite/accepts-a-name-alone', spoil('/sites', 'apiKey', undefined)],
  [
    'a list with status 200',
    'listSites/limit-zero-shows-no-site',
    ({ method, status }) => (method === 'GET' && status === 201 ? { status: 200 } : {}),
  ],
  [
    'a host URL with a path',
    'createSite/accepts-every-field',
    spoil('/sites', 'hostUrl', 'https://example.com/path'),
  ],
  ['an id that is not a UUID', 'createRoute/accepts-a-pathname-alone', spoil('/routes', 'id', '1')],
  [
    'an unknown event type',
    'createWebhook/accepts-page.created',
    spoil('/webhooks', 'eventType', 'page'),
  ],
  [
    'a refusal that is not a problem',
    'updateSite/refuses-an-unknown-siteId',
    ({ status }) => (status === 404 ? { body: '{"error":"not found"}' } : {}),
  ],
];

describe('the referee does report', () => {
  test.each(spoilers)('%s', async (_, check, alter) => {
    referee.alter = alter;
    const told = await run([check]);
    expect(listComplaints(told.exchanges).join('\n')).toContain('Prism returns VIOLATIONS');
  });

  test('a valid request that Prism refuses, and an invalid one that it accepts', () => {
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
