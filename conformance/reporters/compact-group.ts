import { type Paint, toCount, toExcerpt, toVisibleLine } from '../../writers/terminal-text.ts';
import type { FailureGroup, GroupedFailure } from '../results.ts';
import { toExpected, toReceived } from './texts.ts';

/** A command that is longer is cut; `--full` has the whole. */
const longestCommand = 700;

/**
 * A requirement in at most eight lines: an empty one, the sentence, the clearest failure with what was expected and received,
 * the commands that repeat it, what else failed, and the checks.
 */
export function toCompactGroup(paint: Paint, group: FailureGroup, width: number): string[] {
  const { requirement, level, failures, checks } = group;
  const [first] = failures;
  if (first === undefined) return [];
  const toLine = (text: string, indent: number): string =>
    cut(toVisibleLine(shortenRuns(text)), Math.max(width - indent, 40));
  const field = (name: string, text: string): string =>
    `    ${paint('faint', name.padEnd(9))} ${toLine(text, 14)}`;
  // The excerpt shows the first difference, and how long the whole is.
  const excerpt = Math.max(width - 45, 40);
  const tone = level === 'MUST' ? 'red' : 'yellow';
  const others = describeOthers(failures);
  const count = paint('faint', toCount(checks.length, 'check').padEnd(9));
  return [
    '',
    `${paint(tone, level)} ${toLine(requirement.statement, level.length + 1)}`,
    `  ${paint('red', '✗')} ${toLine(`${first.operation}: ${first.message}`, 4)}`,
    field('expected', toExpected(first, excerpt)),
    field('received', toReceived(first, excerpt)),
    ...toCommand(paint, first),
    ...(others === '' ? [] : [field('also', others)]),
    `  ${count} ${toLine(checks.join(', '), 12)}`,
  ];
}

function cut(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`;
}

/** The request that shows the failure, as one line. What was written says more than the read that shows the effect. */
function toCommand(paint: Paint, { write, exchange }: GroupedFailure): string[] {
  const request = write ?? exchange;
  if (request === undefined) return [];
  const command = request.curl.replaceAll(/ \\\n */g, ' ');
  const short = toExcerpt(shortenRuns(command), longestCommand);
  return [`    ${paint('faint', '$')} ${toVisibleLine(short)}`];
}

/** The other failures in one line. Those of one kind are joined: `name is missing; city is missing`. */
function describeOthers([first, ...further]: readonly GroupedFailure[]): string {
  const texts = new Set<string>();
  for (const { operation, message } of further) {
    const isSame = operation === first?.operation;
    const words = message.replace(/, and the request was accepted$/, '');
    if (message !== first?.message || !isSame) texts.add(isSame ? words : `${operation}: ${words}`);
  }
  return [...texts].join('; ');
}

/** How often a character is repeated at least in a run that is shortened. */
const run = /(.)\1{23,}/gu;

/** Shortens what is repeated: `[` 1,000 times. */
export function shortenRuns(text: string): string {
  return text.replaceAll(run, (repeated, character: string) => {
    const count = [...repeated].length.toLocaleString('en');
    return `${character}${character}${character}… (${count} times)`;
  });
}
