import { withGroups } from '../../../conformance/group-failures.ts';
import type { RunResult } from '../../../conformance/results.ts';
import { exampleCheck, exampleExchange } from './example-checks.ts';
import { conformingResult } from './example-results.ts';

/** Text that tries to break out of every format of a report. */
export const hostileText = [
  '\u001b[31mred\u001b[0m\u009b2J\u0007',
  '</script><script>alert(1)</script><img src=x onerror=alert(2)>',
  '"><b onmouseover=alert(3)>',
  ']]>&amp;<!-- -->',
  '\r\n::error::forged\n%0A ##[error]forged',
  '\n# heading | cell | `code` ```fence``` [link](javascript:alert(4)) @team #12',
  '\u202eright to left\u2066\u200b\ufeff\u2028\ud800\ufffe\u0000',
].join(' ');

/** A target with hostile and overlong text in every place that a report shows. */
export const hostileResult: RunResult = withGroups({
  ...conformingResult,
  since: [hostileText],
  contract: { title: hostileText, version: hostileText },
  target: { baseUrl: `https://sites.example/${hostileText}`, workspace: hostileText },
  verdict: { kind: 'broken', failed: 2 },
  checks: [
    exampleCheck(`listSites/${hostileText}`, {
      status: 'failed',
      failures: [
        {
          message: hostileText,
          expected: hostileText,
          received: 'x'.repeat(20_000) + hostileText,
          pointer: `/${hostileText}`,
          exchange: exampleExchange({
            request: {
              method: 'GET',
              url: hostileText,
              headers: { [hostileText]: hostileText },
              body: hostileText,
            },
            reply: { status: 500, headers: { [hostileText]: hostileText }, body: hostileText },
            curl: `curl '${hostileText}'`,
          }),
        },
      ],
    }),
    exampleCheck('listSites/known', {
      status: 'failed',
      failures: [{ message: hostileText, expected: hostileText, received: hostileText }],
      known: { reason: hostileText, expires: '2026-12-20' },
    }),
    exampleCheck('createSite/inconclusive', { status: 'inconclusive', reason: hostileText }),
    exampleCheck('createSite/skipped', { status: 'skipped', reason: hostileText }),
    exampleCheck('createSite/error', {
      status: 'not-run',
      reason: hostileText,
      threw: true,
    }),
  ],
  observations: [
    {
      check: hostileText,
      statement: hostileText,
      assumption: { id: hostileText, value: hostileText },
    },
  ],
  inventory: [{ kind: 'site', id: hostileText, label: hostileText, parent: hostileText }],
  warnings: [hostileText],
});
