import { appendFile } from 'node:fs/promises';
import type { RunResult } from '../../conformance/results.ts';
import type { Context } from '../command.ts';
import type { ConformanceValues } from '../commands/conformance-options.ts';

/** In a workflow of GitHub: annotations in the log, and a summary of the step where there is a file for it. */
export async function tellGithub(
  result: RunResult,
  { github }: ConformanceValues,
  { environment, stderr }: Context,
): Promise<void> {
  if (!(github ?? environment['GITHUB_ACTIONS'] === 'true')) return;
  const { toGithubAnnotations, toGithubSummary } = await import(
    '../../conformance/reporters/github.ts'
  );
  // The log of a step is stdout and stderr together, and stdout may hold a report for programs.
  stderr.write(toGithubAnnotations(result));
  const file = environment['GITHUB_STEP_SUMMARY'];
  if (file !== undefined && file !== '') await appendFile(file, toGithubSummary(result));
}
