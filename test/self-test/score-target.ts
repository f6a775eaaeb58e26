import { type RunResult, runSuite } from '../../service/entries/conformance.ts';
import type { Target } from '../corpus/index.ts';

/** The result of the suite for one target of the corpus. */
export interface Score {
  id: string;
  title: string;
  kind: 'broken' | 'lawful';
  /** The level of the violated requirement, as stated in the corpus. */
  level: Target['level'];
  verdict: RunResult['verdict']['kind'];
  /** Whether the verdict is correct: broken targets fail, lawful ones pass. */
  right: boolean;
  failed: string[];
  /** The message of the first failure, or why there is no verdict. */
  failure: string;
  /** Checks with an error in the suite itself; there must be none. */
  errors: string[];
  requests: number;
  sites: number;
  durationMs: number;
}

const apiKey = 'Corpus-Key-1';
const workspaceIds = [
  '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  '1b671a64-40d5-491e-99b0-da01ff1f3341',
] as const;
const [workspace, otherWorkspace] = workspaceIds;

interface ScoreOptions {
  seed: number;
  timeoutMs: number;
  /** Ids of the checks to run. Default: all. */
  only?: readonly string[];
}

/** Starts a target, runs the suite against it by its URL, and stops it. */
export async function scoreTarget(target: Target, options: ScoreOptions): Promise<Score> {
  return useTarget(target, (score) => score(options));
}

/** Starts a target and stops it after use. It keeps its data between runs. */
export async function useTarget<T>(
  target: Target,
  use: (score: (options: ScoreOptions) => Promise<Score>) => Promise<T>,
): Promise<T> {
  const service = await target.start({ apiKey, workspaceIds });
  try {
    return await use(async (options) =>
      toScore(
        target,
        await runSuite({
          ...options,
          baseUrl: service.url,
          apiKey,
          workspace,
          otherWorkspace,
          thorough: target.thorough,
        }),
      ),
    );
  } finally {
    await service.close();
  }
}

function toScore(
  { id, title, level }: Target,
  { verdict, checks, requests, inventory, durationMs }: RunResult,
): Score {
  const kind = level === 'none' ? 'lawful' : 'broken';
  const failed = checks.filter(({ outcome }) => outcome.status === 'failed');
  const first = failed[0]?.outcome;
  const errors = checks.flatMap(({ id: check, outcome }) =>
    outcome.status === 'not-run' && outcome.threw ? [`${check}: ${outcome.reason}`] : [],
  );
  // The violation of a SHOULD is reported, but does not fail the run.
  const wanted = kind === 'lawful' ? 'conforms' : level === 'should' ? verdict.kind : 'broken';
  return {
    id,
    title,
    kind,
    level,
    verdict: verdict.kind,
    right: verdict.kind === wanted && errors.length === 0,
    failed: failed.map((check) => check.id),
    failure:
      first?.status === 'failed'
        ? (first.failures[0]?.message ?? '')
        : verdict.kind === 'not-run'
          ? verdict.reason
          : '',
    errors,
    requests,
    sites: inventory.filter((resource) => resource.kind === 'site').length,
    durationMs,
  };
}
