import { createServer } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { contract } from '../../contract/index.ts';
import { redactTexts } from '../../service/conformance/run-checks.ts';
import { runSuite } from '../../service/suites.ts';
import { anyEncoding, anyKey, codesOf, encodings, isTold } from '../../test/support/encodings.ts';
import { isCi } from '../../test/support/in-ci.ts';
import { listen } from '../../test/support/listen.ts';
import { exampleCheck, exampleExchange } from '../../test/support/results/example-checks.ts';
import { conformingResult } from '../../test/support/results/example-results.ts';
import { createRedactor } from '../../writers/redact.ts';
import { withGroups } from '../group-failures.ts';
import type { RunResult } from '../results.ts';
import { createExchanges } from '../runner/exchange.ts';
import { toGithubAnnotations, toGithubSummary } from './github.ts';
import { toHtmlReport } from './html.ts';
import { toJsonReport } from './json.ts';
import { toJunitReport } from './junit.ts';
import { toObservedOverlay } from './overlay.ts';
import { toSarifReport } from './sarif.ts';
import { toTerminalReport } from './terminal.ts';

const key = 'sk_live_3f9aB7';

const reporters: Record<string, (result: RunResult) => string> = {
  terminal: (result) => toTerminalReport(result, { colour: false, width: 80 }),
  'terminal, full': (result) => toTerminalReport(result, { colour: true, width: 120, full: true }),
  'JSON, full': (result) => toJsonReport(result, { full: true }),
  JSON: toJsonReport,
  JUnit: toJunitReport,
  HTML: toHtmlReport,
  SARIF: toSarifReport,
  'GitHub annotations': toGithubAnnotations,
  'GitHub summary': toGithubSummary,
  overlay: (result) => JSON.stringify(toObservedOverlay(result, contract)),
};

/** A result in which the target has returned a text in every possible place. */
function resultWith(text: string, secret: string): RunResult {
  const redactor = createRedactor({ secrets: [secret] });
  const redact = redactor.text;
  const bytes = new TextEncoder().encode(JSON.stringify({ detail: text, [text]: text }));
  const exchange = createExchanges('https://sites.example', redactor, { apiKey: secret })({
    request: {
      method: 'PATCH',
      path: `/v1/sites/${encodeURIComponent(text)}`,
      headers: { 'x-echo': text.replaceAll(/[^\x20-\x7e]/g, '') },
      credential: { value: undefined },
      body: bytes,
    },
    reply: {
      status: 200,
      headers: { [text.replaceAll(/[^\w-]/g, '') || 'x']: text, 'content-type': 'text/plain' },
      bytes,
      json: undefined,
      unreadable: undefined,
      size: 0,
    },
    error: text,
    startedAt: 0,
    durationMs: 1,
  });
  const failure = redactTexts(
    {
      message: `refused: ${text}`,
      expected: text,
      received: `the site ${text}`,
      pointer: `/${text}`,
      exchange,
      write: exchange,
    },
    redact,
  );
  return withGroups({
    ...conformingResult,
    verdict: { kind: 'broken', failed: 1 },
    checks: [
      exampleCheck('listSites/echo', { status: 'failed', failures: [failure] }),
      exampleCheck('listSites/plain', {
        status: 'failed',
        failures: [{ message: 'm', expected: 'e', received: 'r', exchange: exampleExchange() }],
      }),
    ],
    observations: [
      {
        check: 'listSites/order',
        statement: redact(`names the copy ${text}`),
        assumption: { id: 'name-of-unnamed-copy', value: redact(text) },
      },
    ],
    inventory: [
      redactTexts({ kind: 'site' as const, id: text, label: text, parent: text }, redact),
    ],
  });
}

describe('no report contains the key', () => {
  test('whatever the key and its encoding', () => {
    fc.assert(
      fc.property(anyKey, anyEncoding, (secret, encode) => {
        const result = resultWith(encode(secret), secret);
        const told = Object.entries(reporters).filter(([, report]) =>
          isTold(report(result), secret, encode),
        );
        expect(told.map(([name]) => name)).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  test('even if the target echoes it everywhere', async () => {
    const server = createServer((request, response) => {
      const value = request.headers.authorization ?? '';
      const given = value.replace(/^Bearer /, '').trim() || 'none';
      response.writeHead(request.method === 'PATCH' ? 200 : 201, {
        'content-type': 'application/json',
        [`x-${given.replaceAll(/[^\w-]/g, '')}`]: Buffer.from(`user:${given}`).toString('base64'),
      });
      const site = {
        id: given,
        name: codesOf(given)
          .map((code) => `&#${code};`)
          .join(''),
        hostUrl: encodeURIComponent(given),
        apiKey: Buffer.from(given).toString('hex'),
      };
      response.end(
        JSON.stringify(request.method === 'GET' ? { data: [site], hasMore: false } : site),
      );
    });
    const { port, close } = await listen(server);
    try {
      const result = await runSuite({
        baseUrl: `http://127.0.0.1:${port}`,
        apiKey: key,
        workspace: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
        seed: 5,
        // In CI, run every check.
        only: isCi ? [] : ['createSite', 'listSites'],
      });
      expect(result.verdict.kind).toBe('broken');
      for (const [name, report] of Object.entries(reporters)) {
        const text = report(result);
        const told = Object.entries(encodings).filter(([, encode]) => isTold(text, key, encode));
        expect({ name, told: told.map(([encoding]) => encoding) }).toEqual({ name, told: [] });
        expect(text).not.toMatch(/sk_live|c2tfbGl2/i);
      }
    } finally {
      await close();
    }
  });
});
