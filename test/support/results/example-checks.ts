import type {
  CheckResult,
  Exchange,
  Failure,
  Level,
  Outcome,
} from '../../../conformance/results.ts';
import { type ShellText, toCurl } from '../../../writers/curl.ts';

const baseUrl = 'https://sites.staging.example';
const workspace = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const siteId = '0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10';

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

const key: ShellText = ['Bearer ', { variable: 'SITE_CONTRACT_API_KEY' }];

/** A request as reports show it, with its curl line. */
function exampleRequest(method: string, path: string, body?: string) {
  const url = `${baseUrl}/v1${path}`;
  const headers = body === undefined ? {} : { 'Content-Type': 'application/json' };
  const lines: [string, ShellText][] = [['Authorization', key], ...Object.entries(headers)];
  return {
    request: {
      method,
      url,
      ...(body !== undefined && { body }),
      headers: { Authorization: 'Bearer $SITE_CONTRACT_API_KEY', ...headers },
    },
    curl: toCurl({ method, url, headers: lines, body }),
  };
}

const page = `/workspaces/${workspace}/sites?limit=2&after=${siteId}`;

export function exampleExchange(changes: Partial<Exchange> = {}): Exchange {
  return {
    ...exampleRequest('GET', page),
    reply: {
      status: 201,
      headers: { 'content-type': 'application/json; charset=utf-8', 'content-length': '311' },
      body: '{"data":[{"id":"0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10","name":"sc-7f3a Harbour Café","hostUrl":"https://sc-7f3a.example","apiKey":"5a2f0f0e-7d9b-4f5c-8a57-90c5b9d3f1e4"},{"id":"91b4c1de-2f57-4d0a-8a4d-52a1a5e5b6c3","name":"sc-7f3a second","hostUrl":null,"apiKey":"f4f3a1c2-0b7e-4a86-9b1c-1d2e3f405162"}],"hasMore":true}',
    },
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
    ...exampleRequest('PATCH', `/sites/${siteId}`, '{"name":"Café Zürich"}'),
    reply: {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: '{"id":"0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2a10","name":"Cafe\u0301 Zürich","hostUrl":null,"apiKey":"5a2f0f0e-7d9b-4f5c-8a57-90c5b9d3f1e4"}',
    },
  }),
};

export const noAnswer: Failure = {
  message: 'No answer arrived',
  expected: 'an answer within 10 s',
  received: 'the connection was closed before an answer',
  exchange: {
    ...exampleRequest('POST', `/sites/${siteId}/duplicate`),
    error: 'socket hang up (ECONNRESET)',
    durationMs: 3,
  },
};

function toTitle(id: string): string {
  const words = id.slice(id.indexOf('/') + 1).replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
