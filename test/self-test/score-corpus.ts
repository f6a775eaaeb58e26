/**
 * Runs the suite against every target of the corpus, and writes the results to docs/corpus.md. Exits with 1 if a lawful
 * target fails, if a broken one passes that is not in known-misses.ts, or if a check fails for no target at all.
 *
 * npm run corpus [-- <prefix of ids> …] [--seed <n>]
 */
import { execFileSync, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { listChecks } from '../../conformance/index.ts';
import { contract } from '../../contract/index.ts';
import { brokenTargets, lawfulTargets, plainTarget } from '../corpus/index.ts';
import { countFailures } from './count-failures.ts';
import { knownMisses } from './known-misses.ts';
import { toScoreTable } from './score-table.ts';
import { type Score, scoreTarget } from './score-target.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '7' },
    part: { type: 'string' },
    of: { type: 'string', default: '1' },
  },
});

const targets = [plainTarget, ...brokenTargets, ...lawfulTargets].filter(
  ({ id }) => positionals.length === 0 || positionals.some((prefix) => id.startsWith(prefix)),
);

async function scorePart(part: number, of: number): Promise<void> {
  for (const [at, target] of targets.entries()) {
    if (at % of !== part) continue;
    const score = await scoreTarget(target, {
      seed: Number(values.seed),
      timeoutMs: 5000,
    });
    console.log(JSON.stringify(score));
  }
}

/** Each part runs in a separate process, so that a target that blocks does not delay others. */
async function scoreAll(of: number): Promise<Score[]> {
  const scores: Score[] = [];
  const parts = Array.from({ length: of }, async (_, part) => {
    const [script = ''] = process.argv.slice(1);
    const child = spawn(
      process.execPath,
      [
        ...process.execArgv,
        script,
        ...process.argv.slice(2),
        '--part',
        String(part),
        '--of',
        String(of),
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    for await (const line of createInterface({ input: child.stdout })) {
      scores.push(JSON.parse(line));
      if (process.stderr.isTTY)
        process.stderr.write(`\r${scores.length} of ${targets.length} targets`);
    }
  });
  await Promise.all(parts);
  if (process.stderr.isTTY) process.stderr.write('\n');
  return targets.flatMap(({ id }) => scores.filter((score) => score.id === id));
}

/** The commit of the run's suite and corpus, which are loaded at its start. */
function readCommit(): string {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
  const isChanged = git('status', '--porcelain', '--', 'conformance', 'test', 'spec') !== '';
  return git('rev-parse', '--short', 'HEAD') + (isChanged ? ', with changes' : '');
}

async function main(): Promise<void> {
  const unknown = positionals.filter((prefix) => !targets.some(({ id }) => id.startsWith(prefix)));
  if (unknown.length > 0) {
    console.error(
      `no target has an id that starts with ${unknown.join(', ')}; docs/corpus.md lists them`,
    );
    process.exitCode = 2;
    return;
  }
  if (values.part !== undefined) return scorePart(Number(values.part), Number(values.of));
  const commit = readCommit();
  // Runs against some targets mostly wait, for lists or for responses.
  const scores = await scoreAll(3 * availableParallelism());
  const wrong = scores.filter(({ id, right }) => !right && knownMisses[id] === undefined);
  for (const { id, title, verdict, failed, finding, errors } of wrong) {
    const first =
      failed.length === 0 ? '' : `: ${failed.join(', ')}; the first finding: ${finding}`;
    console.log([`${id}: ${title}`, `${verdict}${first}`, ...errors].join('\n  '));
  }
  const count = (kind: Score['kind']) =>
    scores.filter((score) => score.kind === kind && score.level !== 'should');
  console.log(
    `${count('broken').filter(({ right }) => right).length} of ${count('broken').length} broken targets fail, ${count('lawful').filter(({ right }) => right).length} of ${count('lawful').length} lawful ones pass`,
  );
  process.exitCode = wrong.length === 0 && scores.length === targets.length ? 0 : 1;
  // Some of the targets are not enough to judge all checks.
  if (positionals.length > 0) return;
  const checks = countFailures(listChecks(contract), scores);
  await writeFile('docs/corpus.md', toScoreTable(scores, checks, commit));
  for (const { check, failures } of checks) {
    if (failures > 0) continue;
    console.log(`${check.id} fails for no target`);
    process.exitCode = 1;
  }
}

await main();
