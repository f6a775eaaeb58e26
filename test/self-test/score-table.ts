import type { CheckScore } from './count-failures.ts';
import { knownMisses } from './known-misses.ts';
import type { Score } from './score-target.ts';

/** The scores of the corpus as a page of documentation. */
export function toScoreTable(
  scores: readonly Score[],
  checks: readonly CheckScore[],
  commit: string,
): string {
  const broken = scores.filter(({ kind, level }) => kind === 'broken' && level !== 'should');
  const implied = scores.filter(({ kind, level }) => kind === 'broken' && level === 'should');
  const lawful = scores.filter(({ kind }) => kind === 'lawful');
  return [
    '# The suite against the corpus',
    '',
    `Written by \`npm run corpus\` at commit ${commit}. Each target of \`test/corpus/\` is a small server that is either broken in one`,
    'way, or lawful but different from the mock. The suite knows only its URL.',
    '',
    `- broken targets that fail: **${countRight(broken)} of ${broken.length}**`,
    `- lawful targets that pass: **${countRight(lawful)} of ${lawful.length}**`,
    `- targets that break what the interface only implies (reported; failed with \`--strict\`): ${implied.filter(({ failed }) => failed.length > 0).length} of ${implied.length} reported`,
    `- checks that fail for some target: **${checks.filter(({ failures }) => failures > 0).length} of ${checks.length}** that judge`,
    '',
    ...toMisses(),
    ...toSection('Broken', broken),
    ...toSection('Broken where the interface only implies', implied),
    ...toSection('Lawful', lawful),
    ...toChecks(checks),
  ].join('\n');
}

function toMisses(): string[] {
  const misses = Object.entries(knownMisses);
  if (misses.length === 0) return [];
  return ['## Known misses', '', ...misses.map(([id, reason]) => `- \`${id}\`: ${reason}`), ''];
}

function countRight(scores: readonly Score[]): number {
  return scores.filter(({ right }) => right).length;
}

function toSection(title: string, scores: readonly Score[]): string[] {
  return [
    `## ${title}`,
    '',
    '| Target | What is different | Verdict | First failing check, and its finding | Failing checks |',
    '|---|---|---|---|---|',
    ...scores.map(
      ({ id, title: what, verdict, failed, finding, right }) =>
        `| \`${id}\` | ${toCell(what)} | ${right ? '' : '**wrong:** '}${verdict} | ${failed[0] === undefined ? toCell(finding) : `\`${failed[0]}\`: ${toCell(finding)}`} | ${failed.length} |`,
    ),
    '',
  ];
}

function toChecks(checks: readonly CheckScore[]): string[] {
  return [
    '## Checks',
    '',
    'How many targets each check fails for, and one example: the target that fails the fewest other checks.',
    '',
    '| Check | Title | Targets | Example |',
    '|---|---|---|---|',
    ...checks.map(
      ({ check, failures, example }) =>
        `| \`${check.id}\` | ${toCell(check.title)} | ${failures === 0 ? '**none**' : failures} | ${example === undefined ? '' : `\`${example.id}\``} |`,
    ),
    '',
  ];
}

function toCell(text: string): string {
  const short = text.length > 160 ? `${text.slice(0, 160)}…` : text;
  return short
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replaceAll('|', '\\|')
    .replaceAll('<', '&lt;');
}
