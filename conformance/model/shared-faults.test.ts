import { describe, expect, test } from '@jest/globals';
import { contract } from '../../contract/index.ts';
import type { CheckResult, Failure } from '../results.ts';
import type { JournalEntry } from '../runner/journal.ts';
import { toReply } from '../runner/reply.ts';
import { findOperation } from '../runner/run.ts';
import type { Sent } from '../runner/target.ts';
import { explainBreakdown, relateAccepted, relateIgnored } from './shared-faults.ts';

const id = '0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10';

function toSent(method: string, path: string, status: number, json: unknown = {}): Sent {
  const bytes = new TextEncoder().encode(JSON.stringify(json));
  return {
    request: { method, path, headers: {}, credential: { value: 'k', shown: 'k' }, body: bytes },
    reply: toReply(status, { 'content-type': 'application/json' }, bytes),
    error: undefined,
    startedAt: 0,
    durationMs: 1,
  };
}

function answer(operation: string, ...statuses: readonly number[]): JournalEntry[] {
  return statuses.map((status) => ({
    operation: findOperation(contract, operation),
    intent: 'valid',
    by: '',
    sent: toSent('PATCH', `/v1/sites/${id}`, status, { name: 'a' }),
  }));
}

function explain(...entries: readonly JournalEntry[]) {
  return explainBreakdown({ contract, journal: { entries, add: () => {} } });
}

test('reports similar failures of many operations as one fault of the service', () => {
  const statuses = [200, 200, 200, 500, 500];
  const operations = ['updateSite', 'createRoute', 'updateRoute'];
  expect(
    explain(...operations.flatMap((operation) => answer(operation, ...statuses)))?.finding,
  ).toBe('the service returns 500 to 6 of 15 requests, among them valid requests of 3 operations');
});

test('reports one fault if nothing succeeds any more, even if few valid requests follow', () => {
  const operations = ['updateSite', 'createRoute', 'updateRoute'];
  const working = operations.flatMap((operation) => answer(operation, 200, 200, 404));
  const failing = operations.flatMap((operation) =>
    answer(operation, 500, 500, 500, 500, 500, 500, 500).map((entry, at) =>
      at === 0 ? entry : { ...entry, intent: 'invalid' as const },
    ),
  );
  expect(explain(...working, ...failing)?.finding).toBe(
    'the service returns 500 to 21 of 30 requests, among them requests of 3 operations: none succeeded after the first 9',
  );
  expect(explain(...working, ...failing, ...answer('updateSite', 200))).toBeUndefined();
});

test('leaves a single broken operation, or a single distinguishable request, to its own findings', () => {
  expect(explain(...answer('updateSite', 200, 200, 200, 500, 500))).toBeUndefined();
  const failing = ['updateSite', 'createRoute', 'updateRoute'].flatMap((operation) => [
    ...answer(operation, 200, 200, 200),
    ...answer(operation, 500, 500).map((entry) => ({
      ...entry,
      sent: { ...toSent('PATCH', `/v1/sites/${id}`, 500, null) },
    })),
  ]);
  expect(explain(...failing)).toBeUndefined();
});

describe('a field that updates do not change', () => {
  const update = (hostUrl: unknown, received: unknown): JournalEntry => ({
    operation: findOperation(contract, 'updateSite'),
    intent: 'valid',
    by: '',
    sent: {
      ...toSent('PATCH', `/v1/sites/${id}`, 200, { id, hostUrl: received }),
      request: {
        ...toSent('PATCH', `/v1/sites/${id}`, 200).request,
        body: new TextEncoder().encode(JSON.stringify({ hostUrl })),
      },
    },
  });
  const relate = (entries: readonly JournalEntry[], finding: string) => {
    const exchange = { curl: '' } as NonNullable<Failure['exchange']>;
    const failure: Failure = { message: 'm', expected: '', received: '', finding, exchange };
    const check = { outcome: { status: 'failed', failures: [failure] } } as unknown as CheckResult;
    const run = { journal: { entries, add: () => {} }, findShown: () => entries.at(-1)?.sent };
    return relateIgnored([check], run).get(failure)?.what;
  };
  const first = update('https://a', 'https://a');
  const kept = [1, 2, 3].map((at) => update(`https://${at}`, 'https://a'));
  const wrong: JournalEntry = { ...update(42, 'https://a'), intent: 'invalid' };
  const site = { ...first, operation: findOperation(contract, 'createSite') };
  const finding = 'updateSite accepts a request in which hostUrl is a number';

  test('explains why its wrong value seems to be accepted', () => {
    expect(relate([site, ...kept, wrong], finding)).toBe(
      'what updateSite returns from before the update',
    );
  });

  test.each([
    {
      title: 'if one update did change it',
      entries: [site, update('b', 'b'), first, ...kept, wrong],
    },
    { title: 'if few updates were sent', entries: [site, ...kept.slice(1), wrong] },
    { title: 'if the wrong value is stored', entries: [site, ...kept, update(42, 42)] },
  ])('is not given as the reason $title', ({ entries }) => {
    expect(relate(entries, finding)).toBeUndefined();
  });
});

test('attributes a wrong value in a list to the request that caused it', () => {
  const accepted = toSent('PATCH', `/v1/sites/${id}`, 200, { id, name: null });
  const list = toSent('GET', '/v1/workspaces/w/sites', 201, { data: [{ id, name: null }] });
  const shown = new Map<unknown, Sent>();
  const toCheck = (sent: Sent, failure: Partial<Failure>): CheckResult => {
    const exchange = { curl: '' } as NonNullable<Failure['exchange']>;
    shown.set(exchange, sent);
    const failures = [{ message: 'm', expected: 'e', received: 'r', ...failure, exchange }];
    return { outcome: { status: 'failed', failures } } as unknown as CheckResult;
  };
  const finding = 'updateSite accepts a request in which name is null';
  const checks = [
    toCheck(accepted, { finding }),
    toCheck(list, { finding: 'listSites returns name as null', pointer: '/data/0/name' }),
  ];
  const subjects = [
    ...relateAccepted(checks, { findShown: (exchange) => shown.get(exchange) }).values(),
  ];
  expect(subjects).toEqual([
    { what: finding, distance: 1 },
    { what: finding, distance: 1.1 },
  ]);
});
