import { expect, test } from '@jest/globals';
import { loadTestContract } from '../../test/support/load-test-contract.ts';
import { checkTraffic } from './check-traffic.ts';
import { createJudge, type TrafficExchange } from './judge-exchange.ts';

const key = 'a-key-of-this-test';

function createExchange(query: string, requestHeaders: Record<string, string>): TrafficExchange {
  const headers = { 'content-type': 'application/json' };
  return {
    method: 'GET',
    url: `https://library.example/api/v2/branches/1${query}`,
    requestHeaders,
    requestBody: '',
    response: { status: 200, headers, body: '{"id":"one"}' },
    startedAt: '2026-01-31T08:00:00Z',
    durationMs: 1,
  };
}

const places = [
  { scheme: '{ type: apiKey, in: header, name: X-Library }', headers: { 'x-library': key } },
  { scheme: '{ type: apiKey, in: query, name: reader }', query: `?reader=${key}` },
  {
    scheme: '{ type: apiKey, in: cookie, name: reader }',
    headers: { cookie: `a=b; reader=${key}` },
  },
  { scheme: '{ type: http, scheme: basic }', headers: { authorization: `Basic ${key}` } },
  { scheme: '{ type: http, scheme: bearer }', headers: { authorization: `Bearer ${key}` } },
  { scheme: '{ type: openIdConnect }', headers: { authorization: `Bearer ${key}` } },
];

test.each(places)(
  'credentials are found: $scheme',
  async ({ scheme, headers = {}, query = '' }) => {
    const contract = await loadTestContract('library', (text) =>
      text.replace(/\{ type: apiKey, in: header, name: X-Library-Key \}/, scheme),
    );
    const judge = createJudge(contract, { hasCredentials: true });
    const list = (exchange: TrafficExchange) => {
      const violations = judge(exchange)?.violations ?? [];
      return violations.filter(({ side }) => side === 'request').map(({ message }) => message);
    };
    const exchange = createExchange(query, headers);
    expect(list(exchange)).toEqual([]);
    expect(list(createExchange('', {}))).toEqual(['the request has no credentials']);

    // The response is wrong, so the exchange is reported.
    const { result } = checkTraffic(contract, [exchange], { source: 'a.har', command: 'check' });
    const text = JSON.stringify(result);
    expect(text).toContain('/id must be an integer');
    expect(text).not.toContain(key);
  },
);

test('the curl line has a variable in the header of the document', async () => {
  const contract = await loadTestContract('library');
  const exchange = createExchange('', { 'x-library-key': key });
  const { result } = checkTraffic(contract, [exchange], { source: 'a.har', command: 'check' });
  const [failure] = result.groups.flatMap(({ failures }) => failures);
  expect(failure?.exchange?.curl).toContain('-H "X-Library-Key: $SITE_CONTRACT_API_KEY"');
});
