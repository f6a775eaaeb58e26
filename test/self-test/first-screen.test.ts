import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type RunResult, runSuite } from '../../conformance/index.ts';
import { groupByCause } from '../../conformance/reporters/group-causes.ts';
import { toTerminalReport } from '../../conformance/reporters/terminal.ts';
import { brokenTargets } from '../corpus/index.ts';
import { describeInCi, isCi } from '../support/in-ci.ts';

/**
 * The first cause on the first screen of a report names the bug. Each shell command is run as if it were pasted, and gets the
 * response that the report shows. Locally, a run sends only some of several similar probes, which is enough to find the same
 * cause.
 */
const cases = [
  ['updates/renames-whole-workspace', /^an update of one site changed another: the name/],
  ['effects/invalid-host-stored', /^updateSite carries out a request that it refused \(422\)/],
  ['names/cut-at-32', /^\w+ returns a name cut off after 32 characters/],
  ['persistence/create-stores-no-host', /^createSite returns the hostUrl but does not store it/],
  ['crashes/backslash-name', /returns 500 to a request that sends name with a backslash/],
  ['keys/not-asked-for-updateSite', /^updateSite works without an Authorization header/],
  ['copies/host-follows-original', /^an update of a site changed its duplicate: the new hostUrl/],
  ['skip-validation/ignored', /^createRoute refuses a pathname without a slash although skip/],
] as const;

/** Each is similar to one above, so only CI runs them. */
const casesInCi = [
  [
    'effects/invalid-update-clears-host',
    /^the hostUrl of a site is lost\b.* updateSite (?:has )?refused/,
  ],
  ['updates/resets-api-keys-of-others', /^an update of one site changed another: .* apiKey/],
  ['names/update-lower-case', /^updateSite returns a name in lower case/],
  ['updates/host-becomes-name', /^updateSite writes hostUrl into name/],
  ['bad-values/createSite-name-object', /^createSite accepts .* name is an object, .* "\{\}"/],
  ['limits/one-too-many', /the page holds more sites than its limit/],
  ['duplicates/stale-host', /^duplicateSite copies an earlier hostUrl of the original/],
  ['caches/list-not-emptied-by-updates', /^listSites shows the name from before an update/],
  ['listing/drops-workspace-behind-cursor', /^listSites shows a site of another workspace/],
  ['bad-values/null-is-absent', /^\w+ accepts a request in which \w+ is null/],
  ['crashes/refusals-use-up-connections', /^the service returns 500 to \d+ of \d+ requests/],
  [
    'crashes/bad-identifier',
    /returns 500 to a request that has an id in its path that is not a UUID/,
  ],
  ['bad-requests/invalid-answers-200', /^the service returns 200 for requests that it refuses/],
] as const;

const apiKey = 'Corpus-Key-1';
const workspaceIds = [
  '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  '1b671a64-40d5-491e-99b0-da01ff1f3341',
] as const;

describe.each(cases)('%s', judge);
describeInCi.each(casesInCi)('%s', judge);

function judge(id: string, finding: RegExp): void {
  const target = brokenTargets.find((candidate) => candidate.id === id);
  let service: Awaited<ReturnType<NonNullable<typeof target>['start']>>;
  let result: RunResult;

  beforeAll(async () => {
    if (target === undefined) throw new Error(`the corpus has no target ${id}`);
    service = await target.start({ apiKey, workspaceIds });
    const [workspace, otherWorkspace] = workspaceIds;
    const baseUrl = service.url;
    const probes = isCi ? 'all' : 'some';
    const options = { seed: 7, probes, settleMs: 200, timeoutMs: 10_000 } as const;
    result = await runSuite({ baseUrl, apiKey, workspace, otherWorkspace, ...options });
  });

  afterAll(() => service?.close());

  test('is the first finding on the screen', () => {
    expect(groupByCause(result)[0]?.failure?.finding).toMatch(finding);
    const lines = toTerminalReport(result, { colour: false, width: 80 }).split('\n');
    expect(lines.length).toBeLessThanOrEqual(42);
    expect(lines[0]).toMatch(/^DOES NOT CONFORM\. /);
  });

  test('shows again when its commands are pasted', async () => {
    const failure = groupByCause(result)[0]?.failure;
    const { stdout } = await promisify(execFile)('bash', ['-c', failure?.reproduce ?? 'exit 1'], {
      env: { ...process.env, SITE_CONTRACT_API_KEY: apiKey },
    });
    const statuses = [...stdout.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) =>
      Number(status),
    );
    expect(statuses.at(-1)).toBe(failure?.exchange?.reply?.status);
    expect(statuses.at(-1)).toBeDefined();
  });
}
