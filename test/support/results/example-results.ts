import { withGroups } from '../../../conformance/group-failures.ts';
import type {
  CheckResult,
  CreatedResource,
  Observation,
  Outcome,
  RunResult,
} from '../../../conformance/results.ts';
import { exampleCheck, lostAccent, noAnswer, passed, repeatedCursor } from './example-checks.ts';

/** Not those of the document, because the tests of reports count the checks. */
// biome-ignore format: two rows
const operations = [
  'listSites', 'createSite', 'updateSite', 'duplicateSite',
  'createRoute', 'updateRoute', 'createWebhook', 'service',
];
const topics = [
  'answers-the-documented-status',
  'answers-json',
  'answers-the-documented-shape',
  'asks-for-the-key',
  'refuses-another-scheme',
];

const workspace = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const greenChecks = operations.flatMap((operation) =>
  topics.map((topic) => exampleCheck(`${operation}/${topic}`, passed)),
);

const inventory: CreatedResource[] = Array.from({ length: 14 }, (_, index) => ({
  kind: index < 9 ? 'site' : index < 12 ? 'route' : 'webhook',
  id: `0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2${String(index).padStart(3, '0')}`,
  label:
    index < 9
      ? `sc-7f3a site ${index}`
      : index < 12
        ? `/sc-7f3a/${index}`
        : 'https://sc-7f3a.example/hook',
  parent: index < 9 || index >= 12 ? workspace : '0d5f6a1e-3b0c-4c39-9d51-6f5b7f1f2000',
}));

const observations: Observation[] = [
  {
    check: 'updateSite/status-of-an-update',
    statement: 'updating a site returns 200',
    assumption: { id: 'update-site-status', value: 200 },
  },
  {
    check: 'duplicateSite/name-of-an-unnamed-copy',
    statement: "an unnamed copy is called 'Copy of <name>'",
    assumption: { id: 'copy-name', value: 'Copy of {name}' },
  },
  {
    check: 'service/unknown-workspace',
    statement:
      'unknown workspaces are refused with 404, as problem details (application/problem+json)',
    assumption: { id: 'unknown-workspace', value: 404 },
  },
  { check: 'listSites/order', statement: 'lists are newest first' },
];

const observedChecks = observations.map(({ check }) =>
  exampleCheck(check, passed, { level: 'OBSERVE' }),
);

/** A target that meets all requirements. */
export const conformingResult: RunResult = withGroups({
  tool: { name: 'site-contract', version: '0.1.0' },
  contract: { title: 'Site Management Service', version: '1.0.0' },
  target: {
    baseUrl: 'https://sites.staging.example',
    workspace,
    otherWorkspace: '3f333df6-90a4-4fda-8dd3-9485d27cee36',
  },
  seed: 1815,
  startedAt: '2026-11-21T08:30:00.000Z',
  durationMs: 2140.6,
  requests: 1204,
  options: { thorough: false, strict: false, allowWrites: true, only: [] },
  verdict: { kind: 'conforms' },
  checks: [...greenChecks, ...observedChecks],
  observations,
  inventory,
  warnings: [],
});

const changes: Record<string, Outcome> = {
  'updateSite/answers-json': { status: 'inconclusive', reason: 'the target returned 429 for 30 s' },
  'updateRoute/answers-json': {
    status: 'inconclusive',
    reason: 'the target returned 429 for 30 s',
  },
  'createRoute/refuses-another-scheme': { status: 'skipped', reason: 'it needs --thorough' },
  'service/answers-json': {
    status: 'not-run',
    reason: 'TypeError: page.data is not iterable',
    threw: true,
  },
};

function withOutcomes(outcomes: Readonly<Record<string, Outcome>>): CheckResult[] {
  return conformingResult.checks.map((check) => ({
    ...check,
    outcome: outcomes[check.id] ?? check.outcome,
  }));
}

/** A target with several kinds of failures, and with inconclusive checks. */
export const brokenResult: RunResult = withGroups({
  ...conformingResult,
  verdict: { kind: 'broken', failed: 3 },
  checks: [
    ...withOutcomes(changes),
    exampleCheck(
      'listSites/after-is-exclusive',
      { status: 'failed', failures: [repeatedCursor] },
      { title: "The page after a cursor does not repeat the cursor's site" },
    ),
    exampleCheck('updateSite/name-comes-back', { status: 'failed', failures: [lostAccent] }),
    exampleCheck('duplicateSite/answers', { status: 'failed', failures: [noAnswer, noAnswer] }),
    exampleCheck(
      'listSites/equal-calls-answer-equally',
      { status: 'failed', failures: [{ ...repeatedCursor, message: 'Two equal calls differ' }] },
      { level: 'SHOULD' },
    ),
    exampleCheck('createWebhook/url-comes-back', {
      status: 'failed',
      failures: [{ ...lostAccent, message: 'The address comes back without its query' }],
      known: { reason: 'Fixed by the release of December', expires: '2026-12-20' },
    }),
  ],
  warnings: ['Every check of updateRoute was inconclusive: a passed run says nothing about it.'],
});

/** The run ended before a verdict, and must not be reported as a success. */
export const notRunResult: RunResult = withGroups({
  ...conformingResult,
  verdict: { kind: 'not-run', reason: 'every request returned 401: the API key was refused' },
  checks: greenChecks.map((check) => ({
    ...check,
    outcome: { status: 'inconclusive', reason: 'the target returned 401' },
  })),
  observations: [],
  inventory: [],
});

/** No check fails, but the baseline lists one that no longer does. */
export const staleBaselineResult: RunResult = withGroups({
  ...conformingResult,
  verdict: { kind: 'broken', failed: 0 },
  warnings: ['Baseline: listSites/one no longer fails. Remove it (--update-baseline does this).'],
});
