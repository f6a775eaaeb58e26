import type { CheckScore } from './count-failures.ts';
import { knownMisses } from './known-misses.ts';
import type { Score } from './score-target.ts';

/** The scores of the corpus as a page of documentation: a row for each family. */
export function toScoreTable(
  scores: readonly Score[],
  checks: readonly CheckScore[],
  commit: string,
): string {
  const families = [...new Set(scores.map(toFamily))].sort();
  const rows = families.map((family) => {
    const own = scores.filter((score) => toFamily(score) === family);
    return `| ${family} | ${selections.map(({ select }) => countRight(own.filter(select))).join(' | ')} |`;
  });
  const misses = Object.entries(knownMisses).map(([id, reason]) => `- \`${id}\`: ${reason}`);
  const unfailed = checks.filter(({ failures }) => failures === 0).map(({ check }) => check.id);
  return [
    '# The suite against the corpus',
    '',
    `Written by \`npm run corpus\` at commit ${commit}. Each target of \`test/corpus/\` is a small server that is either broken in one`,
    'way, or lawful but different from the mock. The suite knows only its URL. *Implied* targets break what the interface only',
    'implies: they fail with `--strict`.',
    '',
    `${checks.length - unfailed.length} of ${checks.length} checks that judge fail for some target${unfailed.length === 0 ? '.' : `; these do not: ${unfailed.join(', ')}.`}`,
    '',
    '| Family | broken: failed | implied: reported | lawful: passed |',
    '| --- | ---: | ---: | ---: |',
    `| **all** | ${selections.map(({ select }) => `**${countRight(scores.filter(select))}**`).join(' | ')} |`,
    ...rows,
    ...(misses.length === 0 ? [] : ['', '## Known misses', '', ...misses]),
    '',
  ].join('\n');
}

const selections: readonly { select(score: Score): boolean }[] = [
  { select: ({ kind, level }) => kind === 'broken' && level !== 'should' },
  { select: ({ kind, level }) => kind === 'broken' && level === 'should' },
  { select: ({ kind }) => kind === 'lawful' },
];

function toFamily({ id }: Score): string {
  return id.split('/', 1)[0] ?? id;
}

function countRight(scores: readonly Score[]): string {
  if (scores.length === 0) return '';
  return `${scores.filter(({ right, level, failed }) => (level === 'should' ? failed.length > 0 : right)).length} of ${scores.length}`;
}
