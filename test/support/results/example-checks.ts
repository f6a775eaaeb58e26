import type {
  CheckResult,
  Exchange,
  Failure,
  Level,
  Outcome,
} from '../../../conformance/results.ts';

const baseUrl = 'https://sites.staging.example';
const workspace = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

/** A check as the runner reports it, with defaults for fields that are irrelevant to a test. */
export function exampleCheck(
  id: string,
  outcome: Outcome,
  { level = 'MUST', title = toTitle(id) }: { level?: Level; title?: string } = {},
): CheckResult {
  const operation = id.slice(0, id.indexOf('/'));
  return {
    id,
    title,
    operation,
    level,
    requirements: [
      {
        id: `${operation}.${id.slice(id.indexOf('/') + 1)}`,
        statement: `${toTitle(id)}.`,
        section: `Endpoints, ${operation}`,
      },
    ],
    outcome,
    durationMs: 12.4,
    requests: 2,
  };
}

export const passed: Outcome = { status: 'passed' };

export function exampleExchange(changes: Partial<Exchange> = {}): Exchange {
  const url = `${baseUrl}/v1/workspaces/${workspace}/sites?limit=2&after=0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10`;
  return {
    request: {
      method: 'GET',
      url,
      headers: { accept: 'application/json', authorization: 'Bearer $SITE_CONTRACT_API_KEY' },
    },
    reply: {
      status: 201,
      headers: { 'content-type': 'application/json; charset=utf-8', 'content-length': '311' },
      body: '{"data":[{"id":"0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10","name":"sc-7f3a Harbour Café","hostUrl":"https://sc-7f3a.example","apiKey":"5a2f0f0e-7d9b-4f5c-8a57-90c5b9d3f1e4"},{"id":"91b4c1de-2f57-4d0a-8a4d-52a1a5e5b6c3","name":"sc-7f3a second","hostUrl":null,"apiKey":"f4f3a1c2-0b7e-4a86-9b1c-1d2e3f405162"}],"hasMore":true}',
    },
    curl: `curl -sS -i -X GET '${url}' -H "Authorization: Bearer $SITE_CONTRACT_API_KEY" -H 'Accept: application/json'`,
    durationMs: 41.7,
    ...changes,
  };
}

export const repeatedCursor: Failure = {
  message: 'The page after a cursor starts with the site of the cursor itself',
  expected: 'a page that starts behind 0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10',
  received: 'a page that starts with 0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10',
  pointer: '/data/0/id',
  exchange: exampleExchange(),
};

export const lostAccent: Failure = {
  message: 'The name of a site comes back changed',
  expected: '"Café Zürich"',
  received: '"Cafe\u0301 Zürich"',
  pointer: '/name',
  exchange: exampleExchange({
    request: {
      method: 'PATCH',
      url: `${baseUrl}/v1/sites/0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10`,
      headers: {
        'content-type': 'application/json',
        authorization: 'Bearer $SITE_CONTRACT_API_KEY',
      },
      body: '{"name":"Café Zürich"}',
    },
    reply: {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: '{"id":"0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10","name":"Cafe\u0301 Zürich","hostUrl":null,"apiKey":"5a2f0f0e-7d9b-4f5c-8a57-90c5b9d3f1e4"}',
    },
    curl: `curl -sS -i -X PATCH '${baseUrl}/v1/sites/0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10' -H "Authorization: Bearer $SITE_CONTRACT_API_KEY" -H 'Content-Type: application/json' --data-raw '{"name":"Café Zürich"}'`,
  }),
};

export const noAnswer: Failure = {
  message: 'No answer arrived',
  expected: 'an answer within 10 s',
  received: 'the connection was closed before an answer',
  exchange: {
    request: {
      method: 'POST',
      url: `${baseUrl}/v1/sites/0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10/duplicate`,
      headers: { authorization: 'Bearer $SITE_CONTRACT_API_KEY' },
    },
    error: 'socket hang up (ECONNRESET)',
    curl: `curl -sS -i -X POST '${baseUrl}/v1/sites/0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10/duplicate' -H "Authorization: Bearer $SITE_CONTRACT_API_KEY"`,
    durationMs: 3,
  },
};

function toTitle(id: string): string {
  const words = id.slice(id.indexOf('/') + 1).replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
