/**
 * Runs the suite against every target of the corpus, and writes the results to docs/corpus.md. Exits with 1 if a lawful
 * target fails, if a broken one passes, or if a check fails for no target at all.
 *
 * npm run corpus [-- <prefix of ids> …] [--seed <n>]
 */
import { execFileSync, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { contract } from '../../contract/index.ts';
import { listChecks } from '../../service/entries/conformance.ts';
import { brokenTargets, lawfulTargets, plainTarget } from '../corpus/index.ts';
import { type Score, scoreTarget } from './score-target.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '7' },
    part: { type: 'string' },
    of: { type: 'string', default: '1' },
  },
});

const allTargets = [plainTarget, ...brokenTargets, ...lawfulTargets];
const hasPrefix = (prefix: string) => allTargets.filter(({ id }) => id.startsWith(prefix));
const named = new Set(positionals.flatMap(hasPrefix));
const targets =
  positionals.length === 0 ? allTargets : allTargets.filter((target) => named.has(target));

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
  const words = [...process.execArgv, ...process.argv.slice(1), '--of', String(of)];
  const parts = Array.from({ length: of }, async (_, part) => {
    const child = spawn(process.execPath, [...words, '--part', String(part)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    for await (const line of createInterface({ input: child.stdout })) {
      const score: Score = JSON.parse(line);
      scores.push(score);
      const progress = `${scores.length} of ${targets.length}`;
      if (process.stderr.isTTY) process.stderr.write(`\r${progress} targets`);
      else console.error(`${progress}: ${score.id} ${score.right ? 'is right' : 'is WRONG'}`);
    }
  });
  await Promise.all(parts);
  if (process.stderr.isTTY) process.stderr.write('\n');
  const positions = new Map(targets.map(({ id }, at) => [id, at]));
  const positionOf = ({ id }: Score): number => positions.get(id) ?? 0;
  return scores.sort((left, right) => positionOf(left) - positionOf(right));
}

/** The commit of the run's suite and corpus, which are loaded at its start. */
function readCommit(): string {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
  const isChanged =
    git('status', '--porcelain', '--', 'conformance', 'service', 'test', 'spec') !== '';
  return git('rev-parse', '--short', 'HEAD') + (isChanged ? ', with changes' : '');
}

async function main(): Promise<void> {
  const unknown = positionals.filter((prefix) => hasPrefix(prefix).length === 0);
  if (unknown.length > 0) {
    console.error(
      `no target has an id that starts with ${unknown.join(', ')}; docs/corpus.md lists the families`,
    );
    process.exitCode = 2;
    return;
  }
  if (values.part !== undefined) return scorePart(Number(values.part), Number(values.of));
  const commit = readCommit();
  // Runs against some targets mostly wait, for lists or for responses.
  const scores = await scoreAll(3 * availableParallelism());
  const wrong = scores.filter(({ right }) => !right);
  for (const { id, title, verdict, failed, failure, errors } of wrong) {
    const first =
      failed.length === 0 ? `: ${failure}` : `: ${failed.join(', ')}; first: ${failure}`;
    console.log([`${id}: ${title}`, `${verdict}${first}`, ...errors].join('\n  '));
  }
  if (positionals.length > 0)
    for (const { id, failed } of scores.filter(({ right, failed }) => right && failed.length > 0))
      console.log(`${id} fails ${failed.join(', ')}`);
  const columnScores = columns.map((isIn) => scores.filter(isIn));
  const [broken, , lawful] = columnScores.map(countRight);
  console.log(`${broken || 'no'} broken targets fail, ${lawful || 'no'} lawful ones pass`);
  process.exitCode = wrong.length === 0 && scores.length === targets.length ? 0 : 1;
  // Some of the targets are not enough to judge all checks.
  if (positionals.length > 0) return;
  const judging = listChecks(contract).filter(({ level }) => level !== 'OBSERVE');
  const ofBroken = scores.filter(({ kind }) => kind === 'broken');
  const failing = new Set(ofBroken.flatMap(({ failed }) => failed));
  const ids = judging.map(({ id }) => id);
  const unable = ids.filter((id) => !failing.has(id));
  await writeFile('docs/corpus.md', toTable(scores, judging.length, unable, commit));
  for (const id of unable) console.log(`${id} fails for no target`);
  if (unable.length > 0) process.exitCode = 1;
}

/** The scores as a page of documentation: a row for each family. */
function toTable(
  scores: readonly Score[],
  checks: number,
  unable: readonly string[],
  commit: string,
): string {
  const toRow = (title: string, ofKind: readonly Score[], mark = ''): string => {
    const counts = columns.map((isIn) => `${mark}${countRight(ofKind.filter(isIn))}${mark}`);
    return `| ${mark}${title}${mark} | ${counts.join(' | ')} |`;
  };
  const toFamily = ({ id }: Score): string => id.split('/', 1)[0] ?? id;
  const families = [...new Set(scores.map(toFamily))].sort();
  const exceptions = unable.length === 0 ? '.' : `; these do not: ${unable.join(', ')}.`;
  return [
    '# The suite against the corpus',
    '',
    `Written by \`npm run corpus\` at commit ${commit}. Each target of \`test/corpus/\` is a small server that is either broken in one`,
    'way, or lawful but different from the mock. The suite gets only its URL. *Implied* targets break what the interface only',
    'implies: they fail with `--strict`.',
    '',
    `${checks - unable.length} of ${checks} checks that judge fail for some target${exceptions}`,
    '',
    '| Family | broken: failed | implied: reported | lawful: passed |',
    '| --- | ---: | ---: | ---: |',
    toRow('all', scores, '**'),
    ...families.map((family) =>
      toRow(
        family,
        scores.filter((score) => toFamily(score) === family),
      ),
    ),
    '',
  ].join('\n');
}

const columns: readonly ((score: Score) => boolean)[] = [
  ({ kind, level }) => kind === 'broken' && level !== 'should',
  ({ kind, level }) => kind === 'broken' && level === 'should',
  ({ kind }) => kind === 'lawful',
];

function countRight(scores: readonly Score[]): string {
  const isRight = ({ right, level, failed }: Score) =>
    level === 'should' ? failed.length > 0 : right;
  return scores.length === 0 ? '' : `${scores.filter(isRight).length} of ${scores.length}`;
}

await main();
