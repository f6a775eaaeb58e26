import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { listChecks, type RunResult, runSuite } from '../../conformance/index.ts';
import { contract } from '../../contract/index.ts';
import { explainFailures, listFailedChecks } from './explain.ts';
import { mockoon } from './mockoon.ts';
import { prismDynamic, prismStatic } from './prism.ts';
import type { Stranger } from './stranger.ts';
import { toMarkdown } from './to-markdown.ts';

const strangers: readonly Stranger[] = [prismStatic, prismDynamic, mockoon];

async function runAgainst(stranger: Stranger): Promise<RunResult> {
  const server = await stranger.start();
  try {
    return await runSuite({
      baseUrl: server.url,
      apiKey: 'a-key-of-the-strangers',
      workspace: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
      seed: 1,
      only: listChecks(contract)
        .map(({ id }) => id)
        .filter((id) => stranger.without?.checks.test(id) !== true),
    });
  } finally {
    await server.stop();
  }
}

/** Runs the suite against each stranger and writes the results; the command fails if a failure has no known cause. */
async function main(): Promise<void> {
  const runs: { stranger: Stranger; result: RunResult }[] = [];
  for (const stranger of strangers) {
    console.error(`${stranger.title} …`);
    const result = await runAgainst(stranger);
    if (result.verdict.kind === 'not-run')
      throw new Error(`${stranger.id}: ${result.verdict.reason}`);
    runs.push({ stranger, result });
  }
  const file = path.resolve('docs/strangers.md');
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, toMarkdown(runs));
  console.log(path.relative('.', file));
  for (const { stranger, result } of runs) {
    const { unexplained } = explainFailures(listFailedChecks(result), stranger.causes);
    for (const { check, failure } of unexplained) {
      console.error(`not judged: ${stranger.id}: ${check.level} ${check.id}: ${failure.message}`);
      console.error(`  expected ${failure.expected}, received ${failure.received}`);
      console.error(`  ${failure.exchange?.curl ?? ''}`);
      process.exitCode = 1;
    }
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
});
